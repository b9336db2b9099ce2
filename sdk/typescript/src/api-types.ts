// Generated from openapi.json by `npm run sdk:types`; never edited.

export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the process is alive
         * @description Returns 200 as soon as the process answers requests, even while the database is unavailable. `warnings` lists problems that the operator should look at.
         *
         *     No API key is needed.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the server is ready
         * @description Returns 200 when the database and the job queue answer, and 503 with the reason when they do not. Use it as the health check of a load balancer.
         *
         *     No API key is needed.
         */
        get: operations["getReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the project
         * @description Returns the settings of the project that the API key belongs to.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the project
         * @description Changes the settings that the body contains; the others stay as they are. `null` clears a setting that may be empty. Fields of `doubleOptIn` and `archive` that are left out stay as they are, too; double opt-in can be enabled once the project has a sender that it may use.
         *
         *     Requires a secret key with the scope `full`.
         */
        patch: operations["updateProject"];
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Returns the keys of the project, newest first unless `sort` says otherwise, without their full text.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Creates a key. Only this response contains its full text, so store it.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an API key
         * @description Creates a new key with the same name, kind and scopes; the old key keeps working for a grace period. If the old key had an expiry date, the new one gets the same lifetime, counted from now: a key created for 90 days is replaced by one that expires in 90 days. Returns 400 if the key has already expired.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description The key stops working immediately. Returns 409 if the request uses the key that it would revoke; add `confirm=true` to revoke it anyway.
         *
         *     Requires a secret key with the scope `full`.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import contacts from a CSV file
         * @description Upload the file as the body (`Content-Type: text/csv`) or as the file of a form (`multipart/form-data`). Returns a job; follow its progress with GET /jobs/{id}. Rows that cannot be imported are listed in the `errors` of the job, and the other rows are imported. The job ends as FAILED at a row with more than 1,000 columns or 1 MB, or at a quote that is never closed. A header with more than 1,000 columns or 256 kB is rejected immediately with 422.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["importContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contacts
         * @description Returns the contacts of the project. Narrow the list with `search`, `email`, `subscribed` or a `filter`.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listContacts"];
        put?: never;
        /**
         * Create or update a contact
         * @description Returns 201 if the contact is new, and 200 if a contact with this address exists and was updated. `data` is merged into the existing data of the contact. With `confirm: true` a contact that is not subscribed becomes PENDING and is sent a link to confirm, within the limits for each address; one that is subscribed stays so. Unknown fields are refused, with a hint where they belong, such as `data.firstName`; fields that the API itself returns for a contact are ignored.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["upsertContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the data fields of contacts
         * @description Returns every key that appears in the `data` of contacts, with its types and the share of contacts that have it.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listContactFields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export contacts as CSV
         * @description Streams all matching contacts; takes the filters of `GET /contacts`. Cells that a spreadsheet would evaluate as a formula are prefixed with an apostrophe; importing the file again removes it.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["exportContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update or delete many contacts
         * @description Subscribes, unsubscribes or deletes the contacts with the given `ids`, or all contacts that match `filter`, adds them to a static segment, or sets their choices for topics. Returns a job; follow its progress with GET /jobs/{id}.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["bulkContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a contact
         * @description Returns the contact with its data.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getContact"];
        put?: never;
        post?: never;
        /**
         * Delete a contact
         * @description Deletes the contact with its data and events. Emails to it that are waiting (QUEUED, SCHEDULED, DEFERRED) are cancelled; an email that is being sent right now may still arrive. The records of its emails remain for the statistics, without address, subject, content, variables, opens and clicks. If the address is suppressed, it stays suppressed.
         *
         *     Requires a secret key with the scope `full`.
         */
        delete: operations["deleteContact"];
        options?: never;
        head?: never;
        /**
         * Update a contact
         * @description Changes the fields that the body contains; the others stay as they are. `data` is merged one level deep, and `null` deletes a key. Returns 409 if another contact has the new address. Unknown fields are refused, with a hint where they belong; fields that the API itself returns for a contact are ignored.
         *
         *     Requires a secret key with the scope `full`.
         */
        patch: operations["updateContact"];
        trace?: never;
    };
    "/contacts/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export everything about one contact
         * @description Returns all that is stored about one person as JSON: the contact, its suppression, consent ledger, segments, events, emails with their history and what was opened and clicked, campaigns, workflows and webhook deliveries. For answering a request under the GDPR.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["exportPersonalData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List segments
         * @description Returns the segments of the project. The `memberCount` of a dynamic segment that is not tracked is the last known one, counted at `memberCountAt`; if that is more than a minute ago, it is counted again in the background.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listSegments"];
        put?: never;
        /**
         * Create a segment
         * @description A dynamic segment has `filters` and contains every contact that matches them. A static segment (`type: "STATIC"`) contains the contacts you add. The response waits up to 2 seconds for the number of matching contacts; if counting takes longer, `memberCount` is 0 and `memberCountAt` null until it is done.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["createSegment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a segment
         * @description Counts the contacts that match the filters and returns the ten newest, without saving anything. Returns 400 if this takes more than 5 seconds.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        post: operations["previewSegment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a segment
         * @description Returns the segment and its uses. The `memberCount` of a dynamic segment that is not tracked is the last known one; if it is older than a minute, it is counted again in the background.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getSegment"];
        put?: never;
        post?: never;
        /**
         * Delete a segment
         * @description Deletes the segment. Its contacts remain. Returns 409 `RESOURCE_IN_USE` while a campaign that is not finished (DRAFT, SCHEDULED or SENDING) or an enabled workflow uses it, also through other segments that refer to it. The message names the kind and id of each user and the segments in between; the suggestion says how to release it. `usedBy` of `GET /segments/{id}` lists all of them.
         *
         *     Requires a secret key with the scope `full`.
         */
        delete: operations["deleteSegment"];
        options?: never;
        head?: never;
        /**
         * Update a segment
         * @description Changes the fields that the body contains; the others stay as they are. The type of a segment cannot change: filters for a static segment return 400. Switching `trackMembership` off returns 409 `RESOURCE_IN_USE` while an enabled workflow needs it. The response waits up to 2 seconds for the number of matching contacts; if counting takes longer, it has the previous number, and `memberCountAt` is null until it is done.
         *
         *     Requires a secret key with the scope `full`.
         */
        patch: operations["updateSegment"];
        trace?: never;
    };
    "/segments/{id}/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the contacts of a segment
         * @description Returns the members of the segment, newest contact first. `total` is null if counting them takes too long. Returns 400 if finding one page of them takes more than 5 seconds.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listSegmentContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments/{id}/growth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the growth of a segment
         * @description Returns how many contacts were in the segment on each of the last days. The number is recorded every hour and kept for 400 days.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getSegmentGrowth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the growth of a segment as CSV
         * @description Returns the days of `GET /segments/{id}/growth` as a file with the columns day and members.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["exportSegmentGrowth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments/{id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check why a contact is in a segment
         * @description Returns each condition of the segment with whether it holds for the contact, and the value that the contact has. A static segment has no conditions.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["explainSegment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add contacts to a static segment
         * @description Adds contacts by address, and by default creates those that do not exist yet. Returns 400 for a dynamic segment, whose filters determine its members.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["addSegmentMembers"];
        /**
         * Remove contacts from a static segment
         * @description Removes members by address. The contacts themselves remain. Returns 400 for a dynamic segment, whose filters determine its members.
         *
         *     Requires a secret key with the scope `full`.
         */
        delete: operations["removeSegmentMembers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/{id}/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the segments of a contact
         * @description Returns the segments that the contact is in now, by name. Filters are evaluated for up to 4 seconds; the segments that were not reached, are too slow or refer to a deleted segment are in `unchecked`. `GET /segments/{id}/explain` says why a contact is in one of them.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listContactSegments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control-group/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a comparison of the control group with the others
         * @description Counts how many contacts of the control group and how many others did something in a period, and returns the difference with its interval. Contacts that were created after the beginning of the period do not count. Returns INVALID_STATE without a control group.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getControlGroupReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control-group/report/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the comparison of the control group as CSV
         * @description Returns the figures of `GET /control-group/report` as a file, for the same question.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["exportControlGroupReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control-group/contacts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether a contact is in the control group
         * @description Returns whether the contact is among those who get no marketing email, to compare with.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getControlGroupMembership"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/coupon-lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List coupon lists
         * @description Returns the coupon lists of the project with the numbers of their codes, newest first.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listCouponLists"];
        put?: never;
        /**
         * Create a coupon list
         * @description Adds a list of codes, which is empty at first: `POST /coupon-lists/{id}/codes` fills it. Emails name it by its `key`: `{{ coupons.spring }}` prints one code per contact, the same in every email. Returns 409 if the key is taken, and if the project has 100 lists.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["createCouponList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/coupon-lists/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a coupon list
         * @description Returns one coupon list with the numbers of its codes.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getCouponList"];
        put?: never;
        post?: never;
        /**
         * Delete a coupon list
         * @description Deletes the list and its codes, with the record of who got which. Returns 409 while a template, a partial, a campaign that is not over, an enabled recurring campaign or an enabled workflow names it. Emails that were accepted before keep their codes. Later emails that name the list are not sent: those of campaigns and workflows are FAILED with the reason `coupon_list_missing`, and `POST /v1/send` returns 409.
         *
         *     Requires a secret key with the scope `full`.
         */
        delete: operations["deleteCouponList"];
        options?: never;
        head?: never;
        /**
         * Update a coupon list
         * @description Changes the name. The key never changes, because emails name the list by it.
         *
         *     Requires a secret key with the scope `full`.
         */
        patch: operations["updateCouponList"];
        trace?: never;
    };
    "/coupon-lists/{id}/codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the codes of a coupon list
         * @description Returns the codes with the contacts who got them, when, and by which email, campaign, workflow and template, in the order in which they were added, which is that in which they are given out.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listCouponCodes"];
        put?: never;
        /**
         * Add codes to a coupon list
         * @description Adds up to 10,000 codes; call it again for more. Codes that the list has already are skipped, so a repeated call does no harm. Returns 409 if the list would have more than 100,000 codes.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["addCouponCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/coupon-lists/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the codes of a coupon list as CSV
         * @description Streams the codes of `GET /coupon-lists/{id}/codes`, which takes the same filters, with who got them and by which email, campaign, workflow and template. Cells that a spreadsheet would evaluate as a formula are prefixed with an apostrophe.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["exportCouponList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List topics
         * @description Returns the topics of the project with the numbers of their contacts and their uses, newest first.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listTopics"];
        put?: never;
        /**
         * Create a topic
         * @description Adds something that people can be in or leave, such as news or offers. Emails name it by its `key`. Returns 409 if the key is taken, and if the project has 100 topics.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["createTopic"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/topics/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a topic
         * @description Returns one topic with the numbers of its contacts and its uses.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getTopic"];
        put?: never;
        post?: never;
        /**
         * Delete a topic
         * @description Deletes the topic; a job deletes the choices of contacts. Email that is waiting for it is CANCELLED with the reason `topic_deleted` when its turn comes. Returns 409 `RESOURCE_IN_USE` while a SCHEDULED or SENDING campaign, an enabled workflow or an enabled form uses it; the message names it, and `usedBy` of `GET /topics/{id}` all of them.
         *
         *     Requires a secret key with the scope `full`.
         */
        delete: operations["deleteTopic"];
        options?: never;
        head?: never;
        /**
         * Update a topic
         * @description Changes the given fields. The key never changes. A new `optIn` applies at once, also to email that is waiting; choices of contacts stay.
         *
         *     Requires a secret key with the scope `full`.
         */
        patch: operations["updateTopic"];
        trace?: never;
    };
    "/forms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List forms
         * @description Returns the forms of the project with the numbers of their submissions, newest first.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listForms"];
        put?: never;
        /**
         * Create a form
         * @description Adds a form with which people sign up. Its page is /f/{id}; GET /forms/{id}/snippet returns HTML for a page of yours. Returns 422 for a topic that does not exist, with those that do, and for `confirm: true` if the project has no sender for the confirmations; 409 if the project has 100 forms.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["createForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forms/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a form
         * @description Returns the page that a form would have, in the language of the caller (`Accept-Language`), without saving anything.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        post: operations["previewForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forms/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a form
         * @description Returns one form with the number of its submissions.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getForm"];
        put?: never;
        post?: never;
        /**
         * Delete a form
         * @description Deletes the form with its statistics. Its page answers 404 from then on. Contacts who signed up with it stay, and those who have not confirmed yet still can.
         *
         *     Requires a secret key with the scope `full`.
         */
        delete: operations["deleteForm"];
        options?: never;
        head?: never;
        /**
         * Update a form
         * @description Changes the given fields, at once for everybody who opens the page. Returns 422 if a topic of the form does not exist, also when a form is enabled whose topic was deleted meanwhile.
         *
         *     Requires a secret key with the scope `full`.
         */
        patch: operations["updateForm"];
        trace?: never;
    };
    "/forms/{id}/snippet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a form as HTML
         * @description Returns HTML to paste into a page of yours, without styles, in the language of the project. The origin of that page has to be one of `allowedOrigins`.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getFormSnippet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forms/{id}/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the contacts who signed up with a form
         * @description Returns the contacts whose subscription or topics the form has changed, newest contact first, with the time of the first change. Contacts who were subscribed already, and deleted contacts, are not part of it, so there can be fewer than `submissions`.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listFormContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forms/{id}/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the submissions of a form over time
         * @description Returns how many people signed up with the form on each of the last days, in the time zone of the project. The numbers of days are kept for 400 days.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getFormStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forms/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the submissions of a form as CSV
         * @description Returns the days of `GET /forms/{id}/statistics` as a file with the columns day, submissions, contacts and confirmed.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["exportFormStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events of a contact
         * @description Returns the events of the contact, newest first.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listContactEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/{id}/best-hour": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the best hour of a contact
         * @description Returns the hour of the day at which the contact usually opens or clicks email, as campaigns with `bestHour` and DELAY steps with `untilBestHour` use it. It is computed from the events of the project; opens and clicks by machines do not count.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getContactBestHour"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/{id}/engagement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the engagement of a contact
         * @description Returns how many emails were sent to the contact in each of the last 12 months or 26 weeks, and how many it opened and clicked. Opens and clicks are counted as long as events are kept.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getContactEngagement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/missing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check for how many contacts fields are missing
         * @description Returns for each field how many contacts have no value for it, so that an email can have a fallback. Counts all contacts, those of a segment, or those that match a filter. Changes nothing. Returns 400 if counting takes more than 5 seconds.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        post: operations["countMissingFields"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/{id}/consent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a contact has agreed to
         * @description Returns every change of the subscription and of the choices for topics, newest first: when, by whom, and the text that was shown. Entries never change. Entries of a deleted contact with the same address are part of it.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listContactConsent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Returns the events of the project, newest first.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List event names
         * @description Returns every event name the project has seen, most frequent first, with how often it occurred. With limit or cursor it returns pages, sorted by name.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listEventNames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/track": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Track an event
         * @description Records an event of a contact, and creates or updates the contact. Can be called from a web page with a public key. A project can have at most 10,000 data keys and 5,000 event names; beyond that the request returns 422. With public keys, at most 100 new data keys and 100 new event names are accepted per hour; beyond that the request returns 429. Names already in use are not limited.
         *
         *     Accepts a public key, or a secret key with the scope `send` or `full`.
         */
        post: operations["trackEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List suppressed addresses
         * @description Returns the suppressions of the project, newest first unless `sort` says otherwise.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listSuppressions"];
        put?: never;
        /**
         * Suppress an address
         * @description Stops all email of this project to the address. Returns 201 if the suppression is new, and 200 if the address was already suppressed.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["createSuppression"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a suppression
         * @description Returns one suppression.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getSuppression"];
        put?: never;
        post?: never;
        /**
         * Delete a suppression
         * @description The address can receive email from this project again.
         *
         *     Requires a secret key with the scope `full`.
         */
        delete: operations["deleteSuppression"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import suppressed addresses from a CSV file
         * @description Imports the suppression list of another provider. Upload the file as the body (`Content-Type: text/csv`) or as the file of a form (`multipart/form-data`). It needs a header with a column `email`; a column `reason` is optional, and all others are skipped. An address that is already suppressed keeps the stronger of the two reasons. Returns a job; follow its progress with GET /jobs/{id}. Rows that cannot be imported are listed in the `errors` of the job, and the other rows are imported. The job ends as FAILED at a row with more than 1,000 columns or 1 MB, or at a quote that is never closed. A header with more than 1,000 columns or 256 kB is rejected immediately with 422.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["importSuppressions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List domains
         * @description Returns the sender domains of the project with their DNS records, newest first.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listDomains"];
        put?: never;
        /**
         * Add a domain
         * @description Adds a domain that you want to send from. The response contains the DNS records; publish them, then call POST /domains/{id}/verify. Returns 409 if the project already has the domain, or if another project of this server has verified it.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["createDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/domains/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a domain
         * @description Returns the domain with its DNS records and the result of the last check.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getDomain"];
        put?: never;
        post?: never;
        /**
         * Delete a domain
         * @description Deletes the domain and its DKIM keys. Emails can no longer be sent from it. Returns 409 `RESOURCE_IN_USE` while a SCHEDULED or SENDING campaign uses it as its sender; the message names the campaign.
         *
         *     Requires a secret key with the scope `full`.
         */
        delete: operations["deleteDomain"];
        options?: never;
        head?: never;
        /**
         * Update a domain
         * @description Sets the transports that send for the domain, in the order in which they are tried. Email that waits follows the new order at its next attempt, within seconds.
         *
         *     Requires a secret key with the scope `full`.
         */
        patch: operations["updateDomain"];
        trace?: never;
    };
    "/domains/{id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a domain
         * @description Checks the DNS records of the domain now and returns it with the results. The domain is verified when all required records are in place.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["verifyDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/domains/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the DKIM key of a domain
         * @description Creates a new DKIM key, published as the one before. With `dkim: "txt"` publish its record, the one with `keyState: "NEXT"`; with `cname` its record is published in the zone of this server. The new key signs as soon as it is found in DNS, and until then the old key does. Returns 400 if the domain is not verified, a rotation is already in progress, or both aliases are still in use.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["rotateDomainKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/domains/{id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a DKIM key to a domain
         * @description Changes how the DKIM key of the domain is published, chooses its selector, or takes a key of your own. The new key signs as soon as its record is found in DNS, and until then the old key does; the record of the old one is needed for 7 days more. A key that still waits for DNS is replaced, and so is that of a domain that was never verified.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["createDomainKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/domains/{id}/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the checks of a domain
         * @description Returns what the hourly checks of the domain found last (SPF, DKIM, DMARC, MTA-STS, TLS-RPT, BIMI, and the certificate of its links), with a remedy for each problem, and when their states changed.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getDomainChecks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/domains/{id}/checks/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a domain now
         * @description Runs the checks of the domain now and returns those of the last run; GET /domains/{id}/checks has the new ones when its `checkedAt` changes, usually within seconds. Returns 429 if they were asked for less than a minute ago, and 400 for names for tests.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["runDomainChecks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/domains/{id}/postmaster": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what Google says about a domain
         * @description Returns the figures of Google Postmaster Tools about a verified domain, by day: reports of spam, authentication, encryption and delivery errors, and whether it follows the rules for senders. The installation needs credentials for Google, and its account there the domain; `state` says what is missing. Without days: the last 30. Days are kept for 13 months.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getDomainPostmaster"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/domains/{id}/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the reports about a domain
         * @description Returns what receivers reported about the domain (DMARC and TLS reports that they signed): messages by day and receiver beside what was sent, whether they passed DMARC, whether a stricter policy would lose any, and failures of TLS. Without days: the last 30. Days are kept for 13 months.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getDomainReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/domains/{id}/reports/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the addresses that send as a domain
         * @description Returns the IP addresses in the signed reports about these days, the one with the most messages first, each with its role and the next step.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listReportSources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/domains/{id}/reports/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the reports about a domain as CSV
         * @description Returns a line per day, reporter, source and disposition, oldest first: at most 100,000.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["exportDomainReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/domains/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts about all domains
         * @description Returns the alerts that reports of receivers raised about any domain of the project, newest first. Alerts are kept for 13 months.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listDomainAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/domains/{id}/reports/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts about a domain
         * @description Returns the alerts that reports of receivers raised about the domain, newest first: what was seen, and the next step. Alerts are kept for 13 months.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listReportAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transports
         * @description Returns the mail servers of the project, newest first. A project without any sends by the transport of this server.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listTransports"];
        put?: never;
        /**
         * Create a transport
         * @description Adds a mail server, or an account at Amazon SES, that takes email of the project. Domains use it once they name it (PATCH /domains/{id}), and all others if it is the default. Check it with POST /transports/{id}/test. Returns 422 if the host leads to a private address.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["createTransport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a transport
         * @description Returns one transport with its state, without its secrets.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getTransport"];
        put?: never;
        post?: never;
        /**
         * Delete a transport
         * @description Deletes the transport with its secrets. Returns 409 `RESOURCE_IN_USE` while a domain names it or email waits for it.
         *
         *     Requires a secret key with the scope `full`.
         */
        delete: operations["deleteTransport"];
        options?: never;
        head?: never;
        /**
         * Update a transport
         * @description Changes the given fields; within seconds email leaves by the new settings. The type stays. Returns 422 if the server or the user change and the password, or the secret key, is not given again.
         *
         *     Requires a secret key with the scope `full`.
         */
        patch: operations["updateTransport"];
        trace?: never;
    };
    "/transports/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a transport
         * @description Connects to the mail server and signs in, or asks Amazon SES what the account may send, without sending an email. Allowed 10 times per minute.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["testTransport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transports/{id}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the feedback URL of a transport
         * @description Returns the URL at which the provider of a transport reports deliveries, bounces and complaints. docs/providers.md says where each provider takes it.
         *
         *     Requires a secret key with the scope `full`.
         */
        get: operations["getTransportFeedback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the keys of the feedback URL of a transport
         * @description Sets or removes the keys by which the provider proves its reports.
         *
         *     Requires a secret key with the scope `full`.
         */
        patch: operations["updateTransportFeedback"];
        trace?: never;
    };
    "/transports/{id}/feedback/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the feedback URL of a transport
         * @description Creates a new URL. The URL before it works until the grace period ends.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["rotateTransportFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transports/{id}/feedback/prove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test the feedback URL of a transport
         * @description Sends emails by the transport to the addresses at which its provider simulates a delivery, a bounce and a complaint, as far as it does, or else one email to a person. GET /transports/{id}/feedback shows when each report came back, or what to check. These emails count nowhere. Returns 422 if no verified domain uses the transport. Allowed 5 times per minute.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["proveTransportFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transports/{id}/destinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the destinations of a transport
         * @description Returns the receivers that a transport of type mx has sent to, with the reason of each that is slowed down. Returns 404 for other types, whose email goes to one server.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listDestinations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the sending health of the project
         * @description Returns bounce and complaint rates, and whether marketing email was paused because of them.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getProjectHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project/health/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume paused marketing email
         * @description Resumes marketing email after it was paused for a high bounce or complaint rate. Only emails sent afterwards count towards the rates. Returns 400 if marketing email is not paused.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["resumeMarketing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reputation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the reputation over time
         * @description Returns how receivers took the emails of the project: accepted, deferred, bounced and reported as spam, by day, by mailbox provider and by sending address. Without days: the last 30. Days are kept for 13 months.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getReputation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reputation/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the reputation over time as CSV
         * @description Returns a line per day, mailbox provider and sending address that any email went to.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["exportReputation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reputation/replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the replies of receivers
         * @description Returns the most frequent replies of mail servers that deferred or refused emails of the project, and since when each has come. Replies that differ only in numbers, ids and addresses are one.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listReputationReplies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reputation/brakes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what slowed email down
         * @description Returns when marketing email was paused or the project warned, when transports and receivers rested, and when a warm-up allowed no more email on a day. Those of the server are among them if they concern everybody.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listReputationBrakes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project/caps/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a frequency cap and quiet hours
         * @description Tells what these limits would have done to the marketing email of the last 30 days: how much would have left later, and how much would have been dropped. Settings that the body does not contain are those of the project; null tries it without. Changes nothing.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        post: operations["previewCaps"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify an address
         * @description Checks the syntax of an address, looks for typos of well-known providers and for disposable domains, and asks DNS whether the domain accepts email. No email is sent.
         *
         *     Requires a secret key with the scope `send` or `full`.
         */
        post: operations["verifyAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an email
         * @description Sends one email to each recipient. Success means that the emails are stored and will be sent; a suppressed recipient is reported as `SUPPRESSED` and does not fail the request. Either all recipients are accepted or none is. Returns 403 `DOMAIN_NOT_VERIFIED` if the domain of the sender is not verified, 404 `TEMPLATE_NOT_FOUND` if the template does not exist, and 400 `TEMPLATE_SYNTAX` with line and column if `subject` or `body` is not valid Liquid. A header `traceparent` (W3C Trace Context) is kept with the emails, as their `traceId`; one that is not valid is ignored.
         *
         *     Requires a secret key with the scope `send` or `full`.
         */
        post: operations["sendEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/send/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send up to 100 different emails in one call
         * @description Each email is a body of POST /v1/send and is accepted or refused by itself: the answer is 200 with one result per email, in the order of the request, and an email that is refused does not affect the others. With `allOrNothing` the first email that is refused refuses the call, and the message names it. An Idempotency-Key covers the whole call; send emails that were refused again with a new key. All emails keep the header `traceparent` of the request.
         *
         *     Requires a secret key with the scope `send` or `full`.
         */
        post: operations["sendBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test email of a template
         * @description Sends the saved template to up to five addresses. Variables are filled with `data`, then with the data of the contact who has the address, if there is one. Creates no contacts, uses no coupon codes, and ignores subscriptions; an address on the suppression list gets nothing. Returns 403 `DOMAIN_NOT_VERIFIED` if the domain of the sender is not verified.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["testTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List templates
         * @description Returns the templates of the project. Page through them with `cursor`, or with `page` and `pageSize`.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listTemplates"];
        put?: never;
        /**
         * Create a template
         * @description Subject, body and text may contain Liquid; a body that starts with `<mjml>` is compiled. In place of a body, `blocks` takes a document of blocks, from which the body is generated. Returns 400 `TEMPLATE_SYNTAX` with line and column if the template cannot be parsed, and 409 if the alias is taken. `checks` in the response lists what you may want to fix.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["createTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a template
         * @description Returns the latest version of the template. The path takes its id or its alias.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getTemplate"];
        put?: never;
        post?: never;
        /**
         * Delete a template
         * @description Deletes the template with all its versions. Returns 409 `RESOURCE_IN_USE` while an enabled workflow uses it; the message names the workflow.
         *
         *     Requires a secret key with the scope `full`.
         */
        delete: operations["deleteTemplate"];
        options?: never;
        head?: never;
        /**
         * Update a template
         * @description Saves a new version with the fields that the body contains; the others stay as they are. Emails that are already accepted keep the version they were accepted with.
         *
         *     Requires a secret key with the scope `full`.
         */
        patch: operations["updateTemplate"];
        trace?: never;
    };
    "/templates/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Duplicate a template
         * @description Creates a copy of the latest version under a new id, without the alias.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["duplicateTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}/render": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Render a template
         * @description Fills in the template with the data of a contact, with your own data, or with both, and returns the result, in the language of the contact or in the one you name. Nothing is sent. `missing` lists the variables that had no value.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        post: operations["renderTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/render": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Render a template that is not saved
         * @description Renders the draft in the request body as it would be sent after saving, with the data of a contact, with your own data, or with both. Nothing is saved or sent. Returns 400 `TEMPLATE_SYNTAX` with line and column if it cannot be parsed. `checks` lists what you may want to fix.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        post: operations["renderDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a template
         * @description Returns all versions, newest first, without their bodies.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listTemplateVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a version of a template
         * @description Returns one version with its body.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getTemplateVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a template that is not saved
         * @description Finds what readers would notice: features that email clients do not support, images without alt text, links that lead nowhere, and HTML that Gmail would cut off. Every finding has a line of the body where possible. With `spam` it also asks SpamAssassin. Nothing is saved or sent.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        post: operations["checkDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a template
         * @description Checks the latest version of a template, or one of its translations, as `POST /templates/checks` does.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        post: operations["checkTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/checks/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the links of a template that is not saved
         * @description Asks every link with a fixed address whether it answers: HEAD, then GET. At most 50 links, 3 redirects and 5 seconds each, 20 seconds together, two at a time per host, public addresses only. Links of this installation and links with variables are not asked. Returns 429 while the project checks other links.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["checkDraftLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}/checks/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the links of a template
         * @description Checks the links of the latest version of a template, or of one of its translations, as `POST /templates/checks/links` does.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["checkTemplateLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/partials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List partials
         * @description Returns the partials of the project with the records that use them, newest first.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listPartials"];
        put?: never;
        /**
         * Create a partial
         * @description Adds a piece of content that emails share. They name it by its `key`: `{% include "header" %}` inserts it, and `{% layout "base" %}` puts an email into the blocks of it. Returns 400 `TEMPLATE_SYNTAX` with line and column if it cannot be parsed, names a partial that does not exist, or would contain itself; 409 if the key is taken, and if the project has 100 partials.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["createPartial"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/partials/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a partial
         * @description Returns the latest version of the partial, with the records that use it.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getPartial"];
        put?: never;
        post?: never;
        /**
         * Delete a partial
         * @description Deletes the partial with all its versions. Returns 409 `RESOURCE_IN_USE` while a template, another partial, a campaign that has not started, an enabled recurring campaign or an enabled workflow names it; the message names the first of them, and `usedBy` of `GET /partials/{id}` up to 20.
         *
         *     Requires a secret key with the scope `full`.
         */
        delete: operations["deletePartial"];
        options?: never;
        head?: never;
        /**
         * Update a partial
         * @description Changes the name or the body. A new body creates a version, and a job then gives each template that contains the partial a new version with it, usually within a second. Emails that are already accepted, and campaigns that have started, keep what they have. `usedBy` in the response lists the records that it concerns. Returns 400 `TEMPLATE_SYNTAX` if the body cannot be parsed, or if one of the first templates that contain it could not be prepared with it. The key never changes.
         *
         *     Requires a secret key with the scope `full`.
         */
        patch: operations["updatePartial"];
        trace?: never;
    };
    "/partials/render": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Render a partial that is not saved
         * @description Renders the partial in the request body alone, with the data of a contact, with your own data, or with both. Components of MJML are shown in an email of their own. Nothing is saved or sent.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        post: operations["renderPartial"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/partials/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a partial
         * @description Returns all versions, newest first, without their bodies.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listPartialVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/partials/{id}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a version of a partial
         * @description Returns one version with its body. To restore it, send the body with `PATCH /partials/{id}`.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getPartialVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project/brand": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the brand kit
         * @description Returns what the emails of the project have in common: logo, colours, font, footer and social links. Emails made of blocks take from it what they do not say themselves.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getBrandKit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the brand kit
         * @description Changes the given fields. Templates made of blocks get a new version with the new look soon afterwards; drafts of campaigns and emails of workflows when they are next shown or sent. Emails that are accepted already, and campaigns that have started, stay as they are. Returns 422 if the footer contains invalid Liquid.
         *
         *     Requires a secret key with the scope `full`.
         */
        patch: operations["updateBrandKit"];
        trace?: never;
    };
    "/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List images
         * @description Returns the images of the project, newest first.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listImages"];
        put?: never;
        /**
         * Add an image
         * @description Takes a PNG, JPEG, GIF or WebP image of at most 10 MB and 50 million pixels, as the body with its own Content-Type or as the file of a form. The image is resized to at most 1600 pixels in width, stripped of its metadata, and served at `url`, which never changes. WebP is converted to PNG or JPEG, because Outlook does not show it.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["createImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/images/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an image
         * @description Emails that contain the image no longer show it, unless an email client has cached it.
         *
         *     Requires a secret key with the scope `full`.
         */
        delete: operations["deleteImage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List emails
         * @description Returns the emails of the project, newest first unless `sort` says otherwise. Narrow the list with the query parameters.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listEmails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/{id}/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the emails to a contact
         * @description Returns the emails to the contact, newest first.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listContactEmails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/emails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an email
         * @description Returns the email with its status and its history.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Reschedule a waiting email
         * @description Changes the time of an email that is QUEUED, SCHEDULED or DEFERRED. Returns 400 INVALID_STATE if it is being sent or has ended.
         *
         *     Requires a secret key with the scope `full`.
         */
        patch: operations["updateEmail"];
        trace?: never;
    };
    "/emails/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the content of an email
         * @description Returns subject, HTML, text and headers as they were or will be sent. Returns 404 if the content has expired or was erased.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getEmailContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/emails/{id}/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the source of an email
         * @description Returns the exact bytes that were sent, signature included, while they are stored. Returns 404 afterwards.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getRawEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/emails/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an email
         * @description Cancels an email that is still waiting (QUEUED, SCHEDULED or DEFERRED). Returns 400 if it is too late.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["cancelEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/emails/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an email again
         * @description Sends the same content with the same variables to the same recipient, as a new email with its own id and Message-ID. The sender, the suppressions and, for marketing email, the subscription are checked again. Returns 400 INVALID_STATE if the email still waits, is a copy (cc or bcc), or has expired content.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["resendEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the emails in the built-in inbox
         * @description Returns the emails that were stored on this server instead of being sent (MAIL_TRANSPORT=inbox:), newest first. Use GET /emails/{id}/content for HTML, text and headers, GET /emails/{id}/raw for the source, and GET /emails/{id}/attachments for the attachments.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listInbox"];
        put?: never;
        post?: never;
        /**
         * Delete all emails from the built-in inbox
         * @description Deletes the sources of the emails, at most 10,000 per request. Their records stay: GET /emails still lists them.
         *
         *     Requires a secret key with the scope `full`.
         */
        delete: operations["clearInbox"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/emails/{id}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the attachments of an email
         * @description Returns the attachments of an email in the built-in inbox. Returns 404 if the source of the email is not stored.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listAttachments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/emails/{id}/attachments/{index}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an attachment of an email
         * @description Returns the bytes of the file, as a download.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getAttachment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inbox/wait": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Wait for an email in the built-in inbox
         * @description For tests: returns the oldest email that matches, with its content, its links and its one-time codes, as soon as it has arrived, also if it has arrived already. After the time it returns 404 with the emails that did arrive. At most 20 requests of a project wait at the same time on one node; further ones get 429.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["waitForInboxEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recurring-campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recurring campaigns
         * @description Lists recurring campaigns, newest first, with their last run and without their bodies.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listRecurringCampaigns"];
        put?: never;
        /**
         * Create a recurring campaign
         * @description Takes the fields of a campaign and a schedule. Each run creates a campaign of its own from them and sends it; a run that was missed because the server did not run is made up for once. Returns 403 if the domain of the sender is not verified, 404 if the segment does not exist, and 409 if the project has 100 recurring campaigns.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["createRecurringCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recurring-campaigns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a recurring campaign
         * @description Returns the recurring campaign with its body, its next and its last run.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getRecurringCampaign"];
        put?: never;
        post?: never;
        /**
         * Delete a recurring campaign
         * @description Ends the schedule and deletes the list of its runs. The campaigns that it created stay, and those being sent continue.
         *
         *     Requires a secret key with the scope `full`.
         */
        delete: operations["deleteRecurringCampaign"];
        options?: never;
        head?: never;
        /**
         * Update a recurring campaign
         * @description Changes the given fields for later runs. Campaigns of earlier runs stay as they are. `enabled: false` stops the schedule.
         *
         *     Requires a secret key with the scope `full`.
         */
        patch: operations["updateRecurringCampaign"];
        trace?: never;
    };
    "/recurring-campaigns/preview-feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a feed
         * @description Fetches a feed now and returns it as templates see it, with its newest items. Returns 422 with the reason if it cannot be fetched or read.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["previewFeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recurring-campaigns/{id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a run of a recurring campaign
         * @description Asks for a run at once, besides the schedule; also if it is disabled. Returns 202 at once with `runRequestedAt`; the run appears in GET /recurring-campaigns/{id}/runs when it has taken place. A request while one waits changes nothing.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["runRecurringCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recurring-campaigns/{id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of a recurring campaign
         * @description Returns the runs, newest first: each with its campaign and its subject, or with the reason why there is none. The newest 1,000 are kept.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listRecurringCampaignRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recurring-campaigns/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the runs of a recurring campaign as CSV
         * @description Streams the runs of `GET /recurring-campaigns/{id}/runs`, newest first, each with the figures of its campaign.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["exportRecurringCampaignRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List campaigns
         * @description Lists campaigns with their figures and without their bodies. `GET /campaigns/{id}` returns the body.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listCampaigns"];
        put?: never;
        /**
         * Create a campaign as a draft
         * @description Creates a draft. Nothing is sent before `POST /campaigns/{id}/send`. With `template`, the content of its current version is copied, so later changes of the template do not change the campaign. Returns 404 if the segment does not exist, and 403 if the domain of the sender is not verified.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["createCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a campaign
         * @description Returns the campaign with its body and its current state.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getCampaign"];
        put?: never;
        post?: never;
        /**
         * Delete a campaign
         * @description Deletes a draft. Returns 400 for a campaign that is not a DRAFT.
         *
         *     Requires a secret key with the scope `full`.
         */
        delete: operations["deleteCampaign"];
        options?: never;
        head?: never;
        /**
         * Update a campaign
         * @description Changes the given fields of a draft or a scheduled campaign. Returns 400 once it is SENDING, SENT or CANCELLED, unless `archived` is the only field, which can be changed at any time.
         *
         *     Requires a secret key with the scope `full`.
         */
        patch: operations["updateCampaign"];
        trace?: never;
    };
    "/campaigns/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Duplicate a campaign
         * @description Creates a draft with the same content and audience, from a campaign in any state. The copy is not in the archive.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["duplicateCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send or schedule a campaign
         * @description Starts the campaign now, or schedules it for `scheduledFor`. Its recipients are selected when it starts. Returns 400 if it is not DRAFT or SCHEDULED or would have no recipients, and 403 if the domain of its sender is not verified. The response has no body.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["sendCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a campaign
         * @description A scheduled campaign, or one within its delaySeconds, becomes a DRAFT again. A campaign that is being sent becomes CANCELLED: emails that have not been handed to a mail server are dropped.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["cancelCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a campaign
         * @description Pauses a campaign that is being sent. It stays SENDING with `paused: true`; only emails that are being handed to a mail server still leave.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["pauseCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a campaign
         * @description Continues a paused campaign where it stopped. Returns 403 if the domain of its sender is not verified.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["resumeCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/winner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose the winner of a variant test
         * @description Ends the variant test of a campaign that is being sent, without waiting for its figures: everybody without an email gets this variant, also the rest of the sample. Repeating the choice changes nothing. Returns 400 without a variant test, before the recipients are selected, and once another variant has won.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["chooseCampaignWinner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test email of a campaign
         * @description Sends the campaign in its current state to up to five addresses, with `[Test] ` before the subject, in the language of each contact or in the one you name. Variables are filled with the data of the contact who has the address, or with sample data. Creates no contacts and does not count in the statistics.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["testCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/preflight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a campaign before sending it
         * @description Returns the problems that the campaign would have if it were sent now: an unverified sender, an empty audience, contacts that are left out, empty variables with the number of recipients, broken links, images without alt text, and emails that Gmail would cut off. Changes nothing. If counting the audience takes more than 5 seconds, the other problems are returned without it.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        post: operations["preflightCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/checks/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the links of a campaign
         * @description Asks the links of all variants and translations whether they answer, as `POST /templates/checks/links` does.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["checkCampaignLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/checks/spam": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the spam score of a campaign
         * @description Asks SpamAssassin about the campaign, its variants and its translations, as a contact without data gets them, if the operator of this server has set SPAMD_HOST. At most 10 emails, one after the other, none after 40 seconds. Returns 429 while the project asks about other emails.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["checkCampaignSpam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the statistics of a campaign
         * @description Returns the figures of a campaign, also while it is being sent. They are cumulative: an email that was opened still counts as sent.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getCampaignStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/breakdown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get results by mailbox provider, and bounces by reason
         * @description Returns how many emails were delivered, bounced or reported as spam at the largest mailbox providers and domains, and why emails bounced. Each covers the first 20,000 emails.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getCampaignBreakdown"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/comparison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the comparison of a campaign with earlier ones
         * @description Compares the rates of a campaign with those of the last ten campaigns that were sent before it: their median, and its place among them.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getCampaignComparison"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/clicks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who clicked a link of a campaign
         * @description Lists the recipients who clicked a link, each once, in no particular order. Clicks by machines are among them.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listCampaignClicks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the report of a campaign as CSV
         * @description Returns the figures of `GET /campaigns/{id}/stats`, `GET /campaigns/{id}/breakdown` and `GET /campaigns/{id}/comparison` as one file.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["exportCampaignReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/recipients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the recipients of a campaign
         * @description Lists the recipients with the status of each, in no particular order. The list is empty until the recipients are selected, soon after the campaign starts.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listCampaignRecipients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export campaigns with their figures as CSV
         * @description Streams a row per campaign, newest first, with the figures of `GET /campaigns/{id}/stats`. Figures are empty for campaigns that have not started.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["exportCampaigns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/recipients/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the recipients of a campaign as CSV
         * @description Streams the recipients of `GET /campaigns/{id}/recipients`, one row each.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["exportCampaignRecipients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/clicks/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export who clicked a link of a campaign as CSV
         * @description Streams the recipients of `GET /campaigns/{id}/clicks`, one row each.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["exportCampaignClicks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List workflows
         * @description Lists workflows without steps, goal, holdout, entry and exit rules: GET /workflows/{id} returns those.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listWorkflows"];
        put?: never;
        /**
         * Create a workflow
         * @description The whole definition is checked: ids, branches, reachable steps, loops without a delay, templates, segments and the URLs of webhooks. With enabled: true contacts enter from now on; earlier events start nothing.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["createWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate a workflow that is not saved
         * @description Runs one contact through the workflow on a virtual clock, with the same engine as real executions, and returns each step with its time, the rendered emails and every change. Nothing is sent or stored. Webhooks count as successful, and email as delivered at once.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        post: operations["simulateDefinition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a workflow
         * @description Returns the workflow with its whole definition.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getWorkflow"];
        put?: never;
        post?: never;
        /**
         * Delete a workflow
         * @description Deletes the workflow with its versions and executions; emails that it has sent are kept. Returns 409 if it has active executions, unless `cancel=true` cancels them.
         *
         *     Requires a secret key with the scope `full`.
         */
        delete: operations["deleteWorkflow"];
        options?: never;
        head?: never;
        /**
         * Update a workflow
         * @description Fields that are left out keep their values; steps are replaced as a whole. Saving a definition that has been enabled creates a new version, and active executions finish in the version they began with.
         *
         *     Requires a secret key with the scope `full`.
         */
        patch: operations["updateWorkflow"];
        trace?: never;
    };
    "/workflows/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Duplicate a workflow
         * @description Creates a disabled workflow with the same definition, at version 1.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["duplicateWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate a workflow
         * @description Runs one contact through the workflow on a virtual clock, with the same engine as real executions, and returns each step with its time, the rendered emails and every change. Nothing is sent or stored. Webhooks count as successful, and email as delivered at once.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        post: operations["simulateWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/preflight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the senders and webhooks of a workflow
         * @description Returns the steps whose email would fail because it has no sender or the project may not send from it, and the steps whose webhook would go to a private address. The workflow need not be saved or complete; nothing is sent or stored.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        post: operations["preflightWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/signing-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the signing secret of a workflow
         * @description Requests of WEBHOOK steps are signed with this secret, as defined by Standard Webhooks. It stays the same until it is rotated; a duplicate of the workflow has its own.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["getWorkflowSigningSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/signing-secret/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret of a workflow
         * @description Creates a new secret. During the grace period, requests of WEBHOOK steps carry two signatures, so that both the old and the new secret verify them.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["rotateWorkflowSigningSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a workflow
         * @description Newest first, with the number of active executions in each: an execution finishes in the version that it began with.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listWorkflowVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a version of a workflow
         * @description Returns one version with its whole definition.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getWorkflowVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List executions of a workflow
         * @description Newest first, with the last 10 entries of their history: GET /workflows/{id}/executions/{eid} returns up to 1,000. Ended executions are kept for 90 days, or for WORKFLOW_RETENTION_DAYS.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listWorkflowExecutions"];
        put?: never;
        /**
         * Start a workflow for a contact
         * @description Works for every enabled workflow, regardless of its trigger. The entry rules apply: returns 400 INVALID_STATE if the contact cannot enter.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["startWorkflowExecution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the statistics of a workflow
         * @description Returns the number of executions per status and, for each step, how many executions are waiting at it, have passed it, failed at it or left there, and the results of its emails.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getWorkflowStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the report of a workflow as CSV
         * @description Returns the figures of `GET /workflows/{id}/statistics` as a file.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["exportWorkflowReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/executions/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel all executions of a workflow
         * @description Cancels every execution that is active at the time of the request, in the background: follow the job with GET /jobs/{jobId}. Contacts can still enter an enabled workflow; disable it first to stop that.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["cancelWorkflowExecutions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/executions/{eid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an execution
         * @description Returns the execution with its history: every visit of a step, oldest first.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getWorkflowExecution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/executions/{eid}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an execution
         * @description Stops the execution at its current step. Completed steps are not undone: emails that wait in the queue are still sent. Returns 400 INVALID_STATE if it has already ended.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["cancelWorkflowExecution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/executions/{eid}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a failed execution
         * @description Retries the failed step and continues from there, in the version that the execution began with. An execution that failed before its first step, because the entry filters could not be evaluated, enters the current version if the contact matches now. Returns 400 INVALID_STATE unless its status is FAILED and the contact can enter.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["retryWorkflowExecution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/executions/{eid}/skip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Skip the step at which an execution waits
         * @description The execution continues at once, as if its time had come: past a DELAY, or on the timeout branch of a WAIT_FOR_EVENT. Its history shows that the step was skipped. Returns 400 INVALID_STATE unless it waits at such a step.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["skipWorkflowStep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/{id}/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the workflow executions of a contact
         * @description Returns the executions of all workflows for the contact, newest first, with the step at which each is and since when. Ended executions are kept for 90 days, or for WORKFLOW_RETENTION_DAYS. `GET /workflows/{id}/executions/{eid}` returns the history of one.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listContactExecutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain why a contact would get an email, or not
         * @description Asks every gate that delivery asks about one contact and one campaign, workflow, template or topic, and returns their answers. `would` is true if the email would be sent now. A campaign that is a draft is judged as if it were sent now, a template as if it were sent by `POST /v1/send`. If a workflow has several emails, a gate that stops one of them does not pass. Changes nothing.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["explainEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Returns the webhooks of the project, newest first.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Sends the chosen events to the URL from now on, as signed POST requests. Only this response contains the secret for verifying the signatures, so store it. Returns 422 if the URL is not http or https, or leads to a private address.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Returns one webhook, without its secret.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Deletes the webhook and its deliveries. Events that are waiting for it are not sent.
         *
         *     Requires a secret key with the scope `full`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update a webhook
         * @description Changes the given fields. Events that are waiting to be sent go to the new URL. Set `enabled` to true to switch on a webhook that Lettermill switched off.
         *
         *     Requires a secret key with the scope `full`.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook
         * @description Creates a new secret and shows it once. During the grace period requests carry two signatures, so both the old and the new secret verify them.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/listen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listen to events
         * @description Returns events as they happen, without a webhook, for local development: call it in a loop with the `cursor` of the previous answer, and send each delivery on to your program, or let `npx lettermill webhooks listen` do so. It waits until there is an event, at the latest for `timeout` seconds. Events are kept from the first call on, until nobody has called for ten minutes. Needs a key with the scope full. Returns 429 if 20 requests of the project are waiting.
         *
         *     Requires a secret key with the scope `full`.
         */
        get: operations["listenToEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook
         * @description Returns the deliveries of the webhook, sent and pending, newest first. Deliveries are kept for 30 days.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery of a webhook
         * @description Returns the delivery with its request and the responses of the endpoint.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{deliveryId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description Sends the event again now, whether it was delivered or has failed, with the same webhook-id. Failed attempts are repeated on the usual schedule. Returns 400 if the webhook is switched off.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["retryWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the events of a time range again
         * @description Sends every event that was recorded for the webhook between `from` and `to` again, with the same webhook-id as before. Returns a job; follow its progress with GET /jobs/{id}. Returns 400 if the webhook is switched off.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends an event of the type webhook.test to the webhook, regardless of the events it subscribes to, and returns its delivery. Get the delivery a moment later to see the response. Returns 400 if the webhook is switched off.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the progress of a job
         * @description Returns the status of a job that another request started, such as an import. `status` is DONE or FAILED once it has ended.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List approvals
         * @description Returns the calls of agents that wait, or waited, for the decision of a person, newest first. They are deleted after 30 days.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an approval
         * @description Returns what an agent wants to send, and the decision with its result.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["getApproval"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the project as files
         * @description Returns topics, the brand kit, partials, templates, segments, workflows, forms and the settings as text files that refer to each other by aliases, keys and names, in the order of their paths, about half a megabyte per page. `npx lettermill pull` writes them into a folder. They contain no contacts, keys, secrets, transports or members; secrets in the calls of workflows are placeholders. `skipped` lists records that files cannot express.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listProjectFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply files to the project
         * @description Makes the records of the project like the files, in one transaction: everything is applied, or nothing. Records without a file stay, unless `prune` is true. Returns 422 with the file and field of each mistake, and 409 if a record has changed since `base`; `errors` names both sides. With `dryRun` everything happens as usual, and is undone in the end: `changes` are exactly those of the real call, and `effects` says what they would do to people.
         *
         *     Requires a secret key with the scope `full`.
         */
        post: operations["applyProjectFiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/emails/{id}/hits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the opens and clicks of an email
         * @description Returns every open and click, newest first, each with a verdict: caused by a person or by a machine.
         *
         *     Requires a secret key with the scope `read` or `full`.
         */
        get: operations["listEmailHits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "email.queued": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An email was accepted
         * @description Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveEmailQueued"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The next mail server accepted an email
         * @description Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveEmailSent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An email reached the mailbox
         * @description Only some transports can tell. Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveEmailDelivered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.deferred": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An email is tried again later
         * @description Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveEmailDeferred"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An email was opened
         * @description The first open of an email per verdict. Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveEmailOpened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.clicked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A link of an email was followed
         * @description The first click per link and verdict. Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveEmailClicked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.bounced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An email was rejected for good
         * @description Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveEmailBounced"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.complained": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An email was reported as spam
         * @description Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveEmailComplained"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An email could not be sent
         * @description Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveEmailFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.suppressed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An email was held back
         * @description By a suppression, because the contact unsubscribed or paused, or by the frequency cap of the project. Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveEmailSuppressed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.rate_warning": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bounces or complaints are high
         * @description Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveEmailRateWarning"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.paused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Marketing email was paused
         * @description Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveEmailPaused"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.resumed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Marketing email goes on
         * @description Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveEmailResumed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.unknown_source": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Others send as a domain
         * @description By signed reports of receivers, once per network and domain. Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveEmailUnknownSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.alignment_dropped": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Less email of a domain passes DMARC
         * @description By signed reports of receivers, at most every 28 days per domain. Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveEmailAlignmentDropped"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.tls_failing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * TLS sessions with a domain fail
         * @description By signed reports of receivers, at most every 28 days per domain and kind of failure. Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveEmailTlsFailing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A contact was created
         * @description Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveContactCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.subscribed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A contact subscribed
         * @description Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveContactSubscribed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.unsubscribed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A contact unsubscribed
         * @description Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveContactUnsubscribed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.topic_joined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A contact chose a topic
         * @description Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveContactTopicJoined"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.topic_left": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A contact left a topic
         * @description Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveContactTopicLeft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.confirmed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A contact confirmed a sign-up
         * @description Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveContactConfirmed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "segment.entered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A contact entered a segment
         * @description Only segments with `trackMembership` have this event. Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveSegmentEntered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "segment.left": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A contact left a segment
         * @description Only segments with `trackMembership` have this event. Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveSegmentLeft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "workflow.started": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A contact started a workflow
         * @description Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveWorkflowStarted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "workflow.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A contact finished a workflow
         * @description Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveWorkflowCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    custom: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of your own
         * @description Recorded with `POST /v1/track`; `type` is its name. Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveCustom"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    batch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Several events in one request
         * @description A webhook with `batch` gets this, also for a single event. Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.
         */
        post: operations["receiveBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test, which means nothing
         * @description Sent by `POST /webhooks/{id}/test` to this webhook only.
         */
        post: operations["receiveWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AddToSegmentStep: {
            /** @description Unique in the workflow, such as welcome-email. */
            id: string;
            /** @constant */
            type: "ADD_TO_SEGMENT";
            name?: string | null;
            config: {
                /** @description Id of a static segment. */
                segmentId: string;
            };
            /** @description Id of the next step, or an object with one id per branch. null or absent: the end. */
            next?: components["schemas"]["NextStep"] | null;
        };
        /** @description An address, "Name <address>", or {email, name}. */
        Address: string | components["schemas"]["NamedAddress"];
        Approval: {
            id: string;
            /**
             * @description WAITING until a person decides, EXPIRED if nobody did in seven days. APPROVED: it was carried out. FAILED: it was approved, but could not be carried out any more, as `error` says; nothing was sent.
             * @enum {string}
             */
            state: "WAITING" | "APPROVED" | "REJECTED" | "FAILED" | "EXPIRED";
            /**
             * @description The tool that the agent called.
             * @enum {string}
             */
            tool: "send_email" | "send_campaign" | "test_campaign";
            /** @description Subject of the email, or name of the campaign. */
            title: string;
            /** @description Number of recipients when it was requested; null if they could not be counted. */
            recipients: number | null;
            /** @description The API key that requested it. */
            keyId: string;
            keyName: string;
            /** Format: date-time */
            requestedAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            decidedAt: string | null;
            /** @description Address of the person who decided. */
            decidedBy: string | null;
            /** @description Its page in the dashboard. */
            url: string;
            /** @description The fields of POST /v1/send, or the id of the campaign and its options. */
            arguments: {
                [key: string]: unknown;
            };
            /** @description With APPROVED: the answer of what was carried out. */
            result: {
                [key: string]: unknown;
            } | null;
            /** @description With FAILED: why it could not be carried out. */
            error: components["schemas"]["ApprovalError"] | null;
            /** @description With REJECTED: what the person wrote. */
            reason: string | null;
        };
        ApprovalError: {
            code: string;
            message: string;
            suggestion: string;
        };
        ApprovalList: {
            approvals: components["schemas"]["ApprovalSummary"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        ApprovalSummary: {
            id: string;
            /**
             * @description WAITING until a person decides, EXPIRED if nobody did in seven days. APPROVED: it was carried out. FAILED: it was approved, but could not be carried out any more, as `error` says; nothing was sent.
             * @enum {string}
             */
            state: "WAITING" | "APPROVED" | "REJECTED" | "FAILED" | "EXPIRED";
            /**
             * @description The tool that the agent called.
             * @enum {string}
             */
            tool: "send_email" | "send_campaign" | "test_campaign";
            /** @description Subject of the email, or name of the campaign. */
            title: string;
            /** @description Number of recipients when it was requested; null if they could not be counted. */
            recipients: number | null;
            /** @description The API key that requested it. */
            keyId: string;
            keyName: string;
            /** Format: date-time */
            requestedAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            decidedAt: string | null;
            /** @description Address of the person who decided. */
            decidedBy: string | null;
            /** @description Its page in the dashboard. */
            url: string;
        };
        Archive: {
            /** @description Whether the pages are public. They list the campaigns with `archived: true`. Default: false. */
            enabled: boolean;
            /** @description Title of the list and of the RSS feed. null: a title in the language of the project. */
            title: string | null;
            /** @description Path of the list below PUBLIC_URL. It cannot be guessed, and never changes. Its RSS feed is at {path}/feed.xml. */
            path: string;
        };
        ArchivePatch: {
            /** @description Whether the pages are public. They list the campaigns with `archived: true`. Default: false. */
            enabled?: boolean;
            /** @description Title of the list and of the RSS feed. null: a title in the language of the project. */
            title?: string | null;
        };
        Attachment: {
            /** @description Name of the file, such as invoice.pdf. */
            filename: string;
            /**
             * Format: base64
             * @description The file in base64. All attachments together: at most 10 MB before base64.
             */
            content: string;
            /** @description Media type, such as application/pdf. Default: by the ending of the filename, else application/octet-stream. */
            contentType?: string;
            /** @description Another name for contentType. */
            type?: string;
            /**
             * @description inline shows an image within the email. Default: "attachment".
             * @enum {string}
             */
            disposition?: "attachment" | "inline";
            /** @description Id of an inline image: the HTML refers to it as <img src="cid:…">. */
            contentId?: string;
        };
        BatchAnswer: {
            /** @description Always true. */
            success: boolean;
            data: {
                /** @description One result per email, in the order of the request. */
                results: (components["schemas"]["SendAnswer"] | components["schemas"]["BatchRefusal"])[];
            };
        };
        BatchRefusal: {
            /** @description Always false. */
            success: boolean;
            error: components["schemas"]["ErrorObject"];
        };
        BatchRequest: {
            /** @description 1 to 100 bodies of POST /v1/send. */
            emails: components["schemas"]["SendRequest"][];
            /** @description true refuses the whole call if one of the emails is refused: then none of them is sent. Default: false. */
            allOrNothing?: boolean;
        };
        BestHourGroup: {
            delivered: number;
            humanOpens: number;
            humanClicks: number;
            /** @description humanOpens / delivered */
            openRate: number;
            /** @description humanClicks / delivered */
            clickRate: number;
        };
        BestHourRecord: {
            fallback: string;
            comparison: number;
        };
        BlockDocument: {
            /** @description Colours, font and width. null: those of the brand kit of the project, and it follows its changes. */
            theme?: components["schemas"]["BlockTheme"] | null;
            blocks: components["schemas"]["EmailBlock"][];
        } & {
            [key: string]: unknown;
        };
        BlockTheme: {
            /** @description Colour behind the email. Default: "#f4f4f5". */
            background?: string;
            /** @description Colour of the email itself. Default: "#ffffff". */
            panel?: string;
            /** @description Colour of text. Default: "#27272a". */
            text?: string;
            /** @description Colour of buttons. Default: "#4549c9". */
            accent?: string;
            /**
             * @description Default: "sans".
             * @enum {string}
             */
            font?: "sans" | "serif" | "mono";
            /** @description Colour of headings. null: that of text. */
            heading?: string | null;
            /** @description Colour of links. null: that of buttons. */
            link?: string | null;
            /** @description Colour of footers and other small print. Default: "#52525b". */
            muted?: string;
            /** @description Width of the email, in pixels. Default: 600. */
            width?: number;
            /** @description Radius of the corners of buttons and rounded images, in pixels. Default: 6. */
            radius?: number;
        };
        BlockThemePatch: {
            /** @description Colour behind the email. */
            background?: string;
            /** @description Colour of the email itself. */
            panel?: string;
            /** @description Colour of text. */
            text?: string;
            /** @description Colour of buttons. */
            accent?: string;
            /** @enum {string} */
            font?: "sans" | "serif" | "mono";
            /** @description Colour of headings. null: that of text. */
            heading?: string | null;
            /** @description Colour of links. null: that of buttons. */
            link?: string | null;
            /** @description Colour of footers and other small print. */
            muted?: string;
            /** @description Width of the email, in pixels. */
            width?: number;
            /** @description Radius of the corners of buttons and rounded images, in pixels. */
            radius?: number;
        };
        BoldMark: {
            /** @constant */
            type: "bold";
        };
        BrandKitAnswer: {
            /** @description Shown by logo blocks. null: none. */
            logo: components["schemas"]["BrandLogo"] | null;
            /** @description The look of emails without a theme of their own. */
            theme: components["schemas"]["BrandTheme"];
            /** @description Text of footers, above the postal address of the project; may contain Liquid. null: none. */
            footer: string | null;
            /** @description Links of social blocks without links of their own. */
            social: components["schemas"]["SocialLink"][];
            /**
             * Format: date-time
             * @description null if it was never changed.
             */
            updatedAt: string | null;
        };
        BrandKitPatch: {
            /** @description Shown by logo blocks. null: none. */
            logo?: components["schemas"]["NewBrandLogo"] | null;
            /** @description The look of emails without a theme of their own. Fields that are left out stay as they are. */
            theme?: components["schemas"]["BlockThemePatch"];
            /** @description Text of footers, above the postal address of the project; may contain Liquid. null: none. */
            footer?: string | null;
            /** @description Links of social blocks without links of their own. */
            social?: components["schemas"]["SocialLink"][];
        };
        BrandLogo: {
            src: string;
            alt: string;
            href: string;
            /** @description In pixels. */
            width: number;
        };
        BrandTheme: {
            /** @description Colour behind the email. */
            background: string;
            /** @description Colour of the email itself. */
            panel: string;
            /** @description Colour of text. */
            text: string;
            /** @description Colour of buttons. */
            accent: string;
            /** @enum {string} */
            font: "sans" | "serif" | "mono";
            /** @description Colour of headings. null: that of text. */
            heading: string | null;
            /** @description Colour of links. null: that of buttons. */
            link: string | null;
            /** @description Colour of footers and other small print. */
            muted: string;
            /** @description Width of the email, in pixels. */
            width: number;
            /** @description Radius of the corners of buttons and rounded images, in pixels. */
            radius: number;
        };
        BulletList: {
            /** @constant */
            type: "bulletList";
            content: components["schemas"]["ListItem"][];
        };
        ButtonBlock: {
            /** @description Identifies the block in an editor; any text. */
            id?: string;
            showIf?: components["schemas"]["ShowIf"];
            /** @constant */
            type: "button";
            text: string;
            /** @description A URL, or Liquid that prints one; may be empty. */
            href: string;
            /**
             * @description Default: "center".
             * @enum {string}
             */
            align?: "left" | "center" | "right";
            /** @description null: the accent colour of the theme. */
            color?: string | null;
            /** @description Whether it is as wide as its column. Default: false. */
            fullWidth?: boolean;
        };
        Campaign: {
            id: string;
            name: string;
            description: string | null;
            subject: string;
            previewText: string | null;
            /**
             * @description ALL: every subscribed contact. SEGMENT: the contacts of a segment. FILTERED: the contacts that match a filter. Unsubscribed and suppressed contacts are always left out.
             * @enum {string}
             */
            type: "ALL" | "SEGMENT" | "FILTERED";
            /** @enum {string} */
            status: "DRAFT" | "SCHEDULED" | "SENDING" | "SENT" | "CANCELLED";
            /**
             * Format: date-time
             * @description When it starts, or was scheduled to start.
             */
            scheduledAt: string | null;
            /** @description UTC offset of `scheduledFor` in the request, such as +02:00. */
            scheduledOffset: string | null;
            from: string;
            fromName: string | null;
            replyTo: string | null;
            utm: components["schemas"]["CampaignUtm"] | null;
            /** @description Key of its topic. */
            topic: string | null;
            /** @description Whether the archive of the project shows it. */
            archived: boolean;
            /** @description Last part of its address in the archive, which is {archive.path of the project}/{archiveSlug}; null until it is first archived. */
            archiveSlug: string | null;
            /**
             * @description ALL: every subscribed contact. SEGMENT: the contacts of a segment. FILTERED: the contacts that match a filter. Unsubscribed and suppressed contacts are always left out.
             * @enum {string}
             */
            audienceType: "ALL" | "SEGMENT" | "FILTERED";
            /**
             * @description Whether the control group of the project gets the campaign. include: for messages that everybody has to get, such as a legal notice. Default: exclude.
             * @enum {string}
             */
            controlGroup: "exclude" | "include";
            segmentId: string | null;
            /** @description The filter as it was saved; null without one. */
            audienceFilter: components["schemas"]["FilterTree"] | null;
            /** @description Number of recipients, without those held back; null until they are selected, soon after the campaign starts. */
            recipientCount: number | null;
            ratePerMinute: number | null;
            sendAtLocalTime: string | null;
            bestHour: components["schemas"]["BestHourRecord"] | null;
            canary: components["schemas"]["CanaryRecord"] | null;
            test: components["schemas"]["VariantTestRecord"] | null;
            goal: components["schemas"]["GoalRecord"] | null;
            holdout: components["schemas"]["HoldoutRecord"] | null;
            /**
             * Format: date-time
             * @description When the wait after the canary or the sample ends; null while it has not begun.
             */
            waitingUntil: string | null;
            /** @description The variant that the other recipients get; null until it is decided. */
            winner: components["schemas"]["VariantName"] | null;
            /** @description The template whose content was copied into the campaign; null without one. It may have been changed or deleted since. */
            templateId: string | null;
            /** @description The recurring campaign whose run created it; null for others. */
            recurringId: string | null;
            paused: boolean;
            pauseReason: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description No email leaves before this time; until then, cancelling returns the campaign to DRAFT. null until it starts.
             */
            leavesAt: string | null;
            /**
             * Format: date-time
             * @description When the last email was sent or given up.
             */
            sentAt: string | null;
            /** Format: date-time */
            cancelledAt: string | null;
            /** @description The body as it was saved, or generated from the blocks with the brand kit as it is now. */
            body: string;
            /** @description The document that the body was generated from; null if the body was written as code. */
            blocks: {
                blocks: {
                    type: string;
                }[];
            } | null;
            /** @description Variants B to D; null stands for the subject or body of the campaign itself, A. */
            variants: {
                subject: string | null;
                body: string | null;
                /** @description The document that the body was generated from; null if the body was written as code. */
                blocks: {
                    blocks: {
                        type: string;
                    }[];
                } | null;
            }[] | null;
            /** @description The languages that its content has been translated into, copied from its template. Each recipient gets the one of their `locale`; others get the body. A new subject or body removes them. */
            languages: string[];
        };
        CampaignAnswer: {
            /** @description Always true. */
            success: boolean;
            data: components["schemas"]["Campaign"];
        };
        CampaignBestHour: {
            /** @description Time of day for recipients whose best hour is not known, in their time zone. Default: 09:00. */
            fallback?: string;
            /** @description Percentage of the recipients with a known best hour who get it at `fallback` nevertheless, so that the statistics can say whether the best hour helped. Default: 20. */
            comparison?: number;
        };
        CampaignBestHourResult: {
            fallback: string;
            /** @description Recipients with a known best hour when the campaign started. */
            known: number;
            /** @description Recipients without one. They got it at `fallback`, and are not compared. */
            unknown: number;
            /** @description Those with a known best hour who got it at that hour. */
            atBestHour: components["schemas"]["BestHourGroup"];
            /** @description Those with a known best hour who got it at `fallback`, by lot. */
            comparison: components["schemas"]["BestHourGroup"];
            openDifference: components["schemas"]["DifferenceOfRates"];
            clickDifference: components["schemas"]["DifferenceOfRates"];
            /**
             * @description By opens of people. tooEarly: until 48 hours after the last email, or with fewer than 100 delivered emails in a group. helped, hurt: the difference is more than chance, with a confidence of 95 %. noDifference: it may be chance.
             * @enum {string}
             */
            verdict: "tooEarly" | "helped" | "hurt" | "noDifference";
            /**
             * Format: date-time
             * @description From when on there is a verdict, if the groups are large enough; null while it is being sent.
             */
            verdictFrom: string | null;
        };
        CampaignBreakdown: {
            /** @description By mailbox provider, the largest first. */
            providers: {
                /** @description Number of emails that were counted. */
                looked: number;
                /** @description Whether there are more emails, which were not counted. */
                isSampled: boolean;
                list: {
                    /** @description The provider, or a domain; null for all others. */
                    name: string | null;
                    emails: number;
                    delivered: number;
                    bounced: number;
                    complained: number;
                }[];
            };
            /** @description Bounces by reason, the most frequent first. */
            bounces: {
                /** @description Number of emails that were counted. */
                looked: number;
                /** @description Whether there are more emails, which were not counted. */
                isSampled: boolean;
                list: {
                    /** @description Enhanced status code, such as 5.1.1; the most frequent one. */
                    code: string | null;
                    /** @description The meaning of the code. */
                    reason: string;
                    count: number;
                }[];
            };
        };
        CampaignBreakdownAnswer: {
            /** @description Always true. */
            success: boolean;
            data: components["schemas"]["CampaignBreakdown"];
        };
        CampaignCanary: {
            /** @description Percentage of the recipients who get it first. Default: 1. */
            percent?: number;
            /** @description Minutes to wait after every email of the canary has been attempted. Default: 60. */
            waitMinutes?: number;
        };
        CampaignClick: {
            /** @description null once the contact is deleted. */
            contactId: string | null;
            /** @description The address; null or a keyed hash once the contact is deleted. */
            email: string | null;
            /** @description The id for `GET /emails/{id}`. */
            emailId: string;
            /**
             * Format: date-time
             * @description When the link was clicked for the first time in this email.
             */
            clickedAt: string;
        };
        CampaignClickList: {
            clicks: components["schemas"]["CampaignClick"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        CampaignComparison: {
            /** @description How many others there are, at most 10. */
            compared: number;
            /** @description null with fewer than 3 others, and before the first email is sent. */
            rates: {
                openRate: components["schemas"]["RateComparison"];
                clickRate: components["schemas"]["RateComparison"];
                unsubscribeRate: components["schemas"]["RateComparison"];
                bounceRate: components["schemas"]["RateComparison"];
            } | null;
        };
        CampaignComparisonAnswer: {
            /** @description Always true. */
            success: boolean;
            data: components["schemas"]["CampaignComparison"];
        };
        CampaignCreate: {
            name: string;
            description?: string | null;
            /** @description Id or alias of a template. It supplies subject, body, preview text, sender, reply-to address and topic where the request has none. */
            template?: string | null;
            /** @description Liquid is supported. */
            subject?: string | null;
            /** @description The line that inboxes show after the subject; may contain Liquid. Default: the first words of the body. */
            previewText?: string | null;
            /** @description HTML, or MJML if it begins with <mjml>. Liquid is supported. At most 1 MB. */
            body?: string | null;
            /** @description The document of the block editor, at most 256 kB of JSON. The body is generated from it, so send one of the two, or both unchanged as the API returned them. A new body removes the blocks. */
            blocks?: components["schemas"]["BlockDocument"] | null;
            /**
             * Format: email
             * @description Address of the sender. Its domain must be verified.
             */
            from?: string | null;
            /** @description Name of the sender, shown next to the address. Liquid is supported. */
            fromName?: string | null;
            /**
             * Format: email
             * @description Address for replies. Default: the sender. `POST /v1/send` calls it `reply`, as Plunk does.
             */
            replyTo?: string | null;
            /** @description Added to the http and https links of the body. A link that has a utm_ parameter already stays as it is, and so do the unsubscribe link and links that come from a variable. */
            utm?: components["schemas"]["CampaignUtm"] | null;
            /** @description Key of a topic: only contacts who are in it get the campaign. */
            topic?: string | null;
            /** @description Whether the archive of the project shows the email, without the data of any contact, once it is sent. Default: false. */
            archived?: boolean;
            /**
             * @description ALL: every subscribed contact. SEGMENT: the contacts of a segment. FILTERED: the contacts that match a filter. Unsubscribed and suppressed contacts are always left out.
             * @enum {string}
             */
            audienceType: "ALL" | "SEGMENT" | "FILTERED";
            /**
             * @description Whether the control group of the project gets the campaign. include: for messages that everybody has to get, such as a legal notice. Default: exclude.
             * @enum {string}
             */
            controlGroup?: "exclude" | "include";
            /** @description The segment, required with the audience type SEGMENT. An empty string counts as null. */
            segmentId?: string | null;
            /** @description The filter, required with the audience type FILTERED. It has the form of the `filters` of a segment. */
            audienceFilter?: components["schemas"]["FilterTree"] | null;
            /** @description Maximum emails per minute, spread evenly. Default: as fast as project and transport allow. */
            ratePerMinute?: number | null;
            /** @description Sends to each recipient at this time of day in their own time zone (the contact's `data.timezone`, otherwise that of the project), within a day of the start. */
            sendAtLocalTime?: string | null;
            /** @description Sends to each recipient at the hour at which they usually open email, in their own time zone, within a day of the start: the hour of most opens and clicks by people in the last 180 days, of which at least 3 are needed. */
            bestHour?: components["schemas"]["CampaignBestHour"] | null;
            /** @description Sends to a small share of the recipients first. The rest follows automatically after the wait, unless bounces or complaints have paused the campaign. */
            canary?: components["schemas"]["CampaignCanary"] | null;
            /** @description Other subjects or bodies, B to D, compared with those of the campaign, A. Requires `test`. */
            variants?: components["schemas"]["CampaignVariant"][] | null;
            /** @description How the variants are compared. Requires `variants`. */
            test?: components["schemas"]["CampaignVariantTest"] | null;
            /** @description The event that recipients are meant to reach. Conversions are in the statistics, and may decide a test of variants. */
            goal?: components["schemas"]["Goal"] | null;
            /** @description Holds back a share of the recipients, who get no email. The statistics compare how many of both reach the `goal`, which is required. */
            holdout?: components["schemas"]["Holdout"] | null;
        };
        CampaignFigures: {
            /** @description queued + sent + suppressed + failed + cancelled + rejected at once. */
            recipients: number;
            /** @description Still to be sent. */
            queued: number;
            /** @description Those of `queued` that the frequency cap or the quiet hours of the project hold at the moment. */
            held: number;
            /** @description Accepted by a mail server, even if it bounced later. */
            sent: number;
            /** @description `sent` without emails that bounced later. */
            delivered: number;
            /** @description Emails that were opened, by people or machines. */
            opened: number;
            clicked: number;
            /** @description Emails opened with the verdict human. */
            humanOpens: number;
            humanClicks: number;
            /** @description Rejected at once or later. */
            bounced: number;
            complained: number;
            /** @description Recipients who unsubscribed with a link in their email. */
            unsubscribed: number;
            /** @description Unsubscribed or suppressed after the campaign started, or dropped by the frequency cap. */
            suppressed: number;
            /** @description Given up after all attempts. */
            failed: number;
            /** @description Dropped when the campaign was cancelled, or because the contact was deleted. */
            cancelled: number;
            /** @description Those of `suppressed` that the frequency cap held for too long. */
            dropped: number;
            /** @description opened / delivered */
            openRate: number;
            /** @description clicked / delivered */
            clickRate: number;
            /** @description bounced / (sent + rejected at once) */
            bounceRate: number;
            /** @description complained / delivered */
            complaintRate: number;
            /** @description unsubscribed / delivered */
            unsubscribeRate: number;
            /** @description delivered / (sent + rejected at once) */
            deliveryRate: number;
            /** @description Recipients at inbox.lettermill.test so far. They count in no other figure. */
            testRecipients: number;
            /** @description With a goal: how many recipients reached it. */
            goal: components["schemas"]["CampaignGoalResult"] | null;
        };
        CampaignGoalResult: {
            event: string;
            /** @description How many of them reached the goal within its window, each counted once. */
            conversions: number;
            /** @description Number of events that reached it: one person may order several times. */
            goalEvents: number;
            /** @description Sum of the value field of these events. */
            goalValue: number;
            /** @description conversions / delivered */
            conversionRate: number;
        };
        CampaignList: {
            campaigns: components["schemas"]["CampaignSummary"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
            /** @description Number of this page, from 1. */
            page: number;
            /** @description Items per page. */
            pageSize: number;
            /** @description null with total=false. */
            totalPages: number | null;
        };
        CampaignPatch: {
            name?: string;
            description?: string | null;
            /** @description Id or alias of a template. Its subject, body and preview text replace those of the campaign; its sender name, reply-to address and topic are taken if the campaign has none. Fields of the same request win. null only removes `templateId`. */
            template?: string | null;
            /** @description Liquid is supported. */
            subject?: string;
            /** @description The line that inboxes show after the subject; may contain Liquid. Default: the first words of the body. */
            previewText?: string | null;
            /** @description HTML, or MJML if it begins with <mjml>. Liquid is supported. At most 1 MB. */
            body?: string;
            /** @description The document of the block editor, at most 256 kB of JSON. The body is generated from it, so send one of the two, or both unchanged as the API returned them. A new body removes the blocks. */
            blocks?: components["schemas"]["BlockDocument"] | null;
            /**
             * Format: email
             * @description Address of the sender. Its domain must be verified.
             */
            from?: string;
            /** @description Name of the sender, shown next to the address. Liquid is supported. */
            fromName?: string | null;
            /**
             * Format: email
             * @description Address for replies. Default: the sender. `POST /v1/send` calls it `reply`, as Plunk does.
             */
            replyTo?: string | null;
            /** @description Added to the http and https links of the body. A link that has a utm_ parameter already stays as it is, and so do the unsubscribe link and links that come from a variable. */
            utm?: components["schemas"]["CampaignUtm"] | null;
            /** @description Key of a topic: only contacts who are in it get the campaign. */
            topic?: string | null;
            /** @description Whether the archive of the project shows the email, without the data of any contact, once it is sent. Default: false. */
            archived?: boolean;
            /**
             * @description ALL: every subscribed contact. SEGMENT: the contacts of a segment. FILTERED: the contacts that match a filter. Unsubscribed and suppressed contacts are always left out.
             * @enum {string}
             */
            audienceType?: "ALL" | "SEGMENT" | "FILTERED";
            /**
             * @description Whether the control group of the project gets the campaign. include: for messages that everybody has to get, such as a legal notice. Default: exclude.
             * @enum {string}
             */
            controlGroup?: "exclude" | "include";
            /** @description The segment, required with the audience type SEGMENT. An empty string counts as null. */
            segmentId?: string | null;
            /** @description The filter, required with the audience type FILTERED. It has the form of the `filters` of a segment. */
            audienceFilter?: components["schemas"]["FilterTree"] | null;
            /** @description Maximum emails per minute, spread evenly. Default: as fast as project and transport allow. */
            ratePerMinute?: number | null;
            /** @description Sends to each recipient at this time of day in their own time zone (the contact's `data.timezone`, otherwise that of the project), within a day of the start. */
            sendAtLocalTime?: string | null;
            /** @description Sends to each recipient at the hour at which they usually open email, in their own time zone, within a day of the start: the hour of most opens and clicks by people in the last 180 days, of which at least 3 are needed. */
            bestHour?: components["schemas"]["CampaignBestHour"] | null;
            /** @description Sends to a small share of the recipients first. The rest follows automatically after the wait, unless bounces or complaints have paused the campaign. */
            canary?: components["schemas"]["CampaignCanary"] | null;
            /** @description Other subjects or bodies, B to D, compared with those of the campaign, A. Requires `test`. */
            variants?: components["schemas"]["CampaignVariant"][] | null;
            /** @description How the variants are compared. Requires `variants`. */
            test?: components["schemas"]["CampaignVariantTest"] | null;
            /** @description The event that recipients are meant to reach. Conversions are in the statistics, and may decide a test of variants. */
            goal?: components["schemas"]["Goal"] | null;
            /** @description Holds back a share of the recipients, who get no email. The statistics compare how many of both reach the `goal`, which is required. */
            holdout?: components["schemas"]["Holdout"] | null;
            /**
             * Format: date-time
             * @description Saves only if `updatedAt` of the campaign still has this value, otherwise returns 409. Prevents overwriting a change that somebody else has saved.
             */
            ifUpdatedAt?: string;
        };
        CampaignPause: {
            /** @description Shown as pauseReason. */
            reason?: string | null;
        };
        CampaignPreflight: {
            /** @description Whether the campaign can be sent: no problem is an error. */
            ready: boolean;
            /** @description Problems, the most severe first. */
            problems: components["schemas"]["CampaignPreflightProblem"][];
            /** @description null if it could not be counted. */
            audience: components["schemas"]["CampaignPreflightAudience"] | null;
            /** @description With `bestHour`; null without it, or if it could not be counted. */
            bestHour: components["schemas"]["CampaignPreflightBestHour"] | null;
            /** @description Size of the rendered HTML; Gmail cuts it off after 102 kB. null if it could not be rendered. */
            htmlBytes: number | null;
        };
        CampaignPreflightAnswer: {
            /** @description Always true. */
            success: boolean;
            data: components["schemas"]["CampaignPreflight"];
        };
        CampaignPreflightAudience: {
            /** @description Contacts in the audience. */
            matching: number;
            /** @description Contacts who would get the campaign. */
            recipients: number;
            /** @description Left out: could get the campaign, but held back by its holdout. */
            heldBack: number;
            /** @description Left out: unsubscribed. */
            unsubscribed: number;
            /** @description Left out: never subscribed. */
            neverSubscribed: number;
            /** @description Left out: the address is suppressed, subscribed or not. */
            suppressed: number;
            /** @description Left out: subscribed, but wants no marketing email for a while. */
            paused: number;
            /** @description Left out: could get the campaign, but not in its topic. */
            notInTopic: number;
            /** @description Left out: could get the campaign, but in the control group of the project. */
            controlGroup: number;
        };
        CampaignPreflightBestHour: {
            /** @description Recipients whose best hour is known. */
            known: number;
            /** @description Recipients who would get it at the fallback. */
            unknown: number;
        };
        CampaignPreflightProblem: {
            /**
             * @description The kind of problem.
             * @enum {string}
             */
            code: "SENDER_NOT_VERIFIED" | "EMPTY_AUDIENCE" | "AUDIENCE_BROKEN" | "AUDIENCE_NOT_COUNTED" | "LEFT_OUT_UNSUBSCRIBED" | "LEFT_OUT_NEVER_SUBSCRIBED" | "LEFT_OUT_SUPPRESSED" | "LEFT_OUT_PAUSED" | "LEFT_OUT_TOPIC" | "BEST_HOUR_KNOWN" | "LEFT_OUT_CONTROL_GROUP" | "HELD_BACK" | "HOLDOUT_TOO_SMALL" | "EMPTY_VARIABLE" | "COUPON_LIST_MISSING" | "COUPON_LIST_SHORT" | "TRANSLATION_MISSING" | "TEMPLATE_BROKEN" | "TRACKING_OFF" | "NO_UNSUBSCRIBE_LINK" | "NO_POSTAL_ADDRESS" | "NO_ONE_CLICK" | "NO_FEEDBACK" | "CAP_LONGER_THAN_HOLD" | "SPF_NOT_RIGHT" | "DMARC_NOT_RIGHT" | "LINK_NOT_HTTP" | "IMAGE_WITHOUT_ALT" | "CLIPPED_BY_GMAIL" | "CSS_NOT_INLINED" | "CSS_PARTLY_INLINED" | "NO_TEXT_PART" | "FOREIGN_FONT" | "CLIENT_SUPPORT" | "CLIENT_SUPPORT_DECORATION";
            /**
             * @description error: the campaign cannot be sent. warning: recipients would notice. info: good to know.
             * @enum {string}
             */
            severity: "error" | "warning" | "info";
            message: string;
            /** @description How to fix it. */
            suggestion: string | null;
            /** @description The field of the campaign that has the problem. */
            field: string | null;
            /** @description With EMPTY_VARIABLE, COUPON_LIST_MISSING and COUPON_LIST_SHORT: the name of the variable. */
            variable: string | null;
            /** @description Number of contacts concerned. */
            count: number | null;
            /** @description Line of the body, from 1; with blocks, of the MJML generated from them. null if the problem is not in one line. */
            line: number | null;
        };
        CampaignRecipient: {
            /** @description null once the contact is deleted. */
            contactId: string | null;
            /** @description The address; null or a keyed hash once the contact is deleted. */
            email: string | null;
            /**
             * @description SCHEDULED: held by the frequency cap or the quiet hours of the project.
             * @enum {string}
             */
            status: "QUEUED" | "SCHEDULED" | "SENDING" | "SENT" | "DELIVERED" | "DEFERRED" | "BOUNCED" | "COMPLAINED" | "FAILED" | "SUPPRESSED" | "CANCELLED";
            reason: string | null;
            /** @description The id for `GET /emails/{id}`; null until the email is created. */
            emailId: string | null;
            /** Format: date-time */
            sentAt: string | null;
            /** @description Whether the email was opened, by a person or a machine. */
            opened: boolean;
            /** @description Whether a link in it was clicked, by a person or a machine. */
            clicked: boolean;
        };
        CampaignRecipientList: {
            recipients: components["schemas"]["CampaignRecipient"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        CampaignSend: {
            /**
             * Format: date-time
             * @description When to start, in the future. Default: now.
             */
            scheduledFor?: string | null;
            /** @description Delays the first email by so many seconds; until then, cancelling returns the campaign to DRAFT. */
            delaySeconds?: number | null;
        };
        CampaignStatistics: {
            /** @description queued + sent + suppressed + failed + cancelled + rejected at once. */
            recipients: number;
            /** @description Still to be sent. */
            queued: number;
            /** @description Those of `queued` that the frequency cap or the quiet hours of the project hold at the moment. */
            held: number;
            /** @description Accepted by a mail server, even if it bounced later. */
            sent: number;
            /** @description `sent` without emails that bounced later. */
            delivered: number;
            /** @description Emails that were opened, by people or machines. */
            opened: number;
            clicked: number;
            /** @description Emails opened with the verdict human. */
            humanOpens: number;
            humanClicks: number;
            /** @description Rejected at once or later. */
            bounced: number;
            complained: number;
            /** @description Recipients who unsubscribed with a link in their email. */
            unsubscribed: number;
            /** @description Unsubscribed or suppressed after the campaign started, or dropped by the frequency cap. */
            suppressed: number;
            /** @description Given up after all attempts. */
            failed: number;
            /** @description Dropped when the campaign was cancelled, or because the contact was deleted. */
            cancelled: number;
            /** @description Those of `suppressed` that the frequency cap held for too long. */
            dropped: number;
            /** @description opened / delivered */
            openRate: number;
            /** @description clicked / delivered */
            clickRate: number;
            /** @description bounced / (sent + rejected at once) */
            bounceRate: number;
            /** @description complained / delivered */
            complaintRate: number;
            /** @description unsubscribed / delivered */
            unsubscribeRate: number;
            /** @description delivered / (sent + rejected at once) */
            deliveryRate: number;
            /** @description Recipients at inbox.lettermill.test so far. They count in no other figure. */
            testRecipients: number;
            /** @description With a variant test: the figures of each variant in the sample. */
            variants: components["schemas"]["CampaignVariantStatistics"][];
            /** @description With a variant test: its result. */
            test: components["schemas"]["CampaignTestResult"] | null;
            /** @description With `bestHour`: whether it helped; null until the recipients are selected. */
            bestHour: components["schemas"]["CampaignBestHourResult"] | null;
            /** @description With a goal: how many recipients reached it. */
            goal: components["schemas"]["CampaignGoalResult"] | null;
            /** @description With a holdout: how those held back compare with the recipients. Counted from the selection of the recipients until the window of the goal after the last email is over. */
            holdout: components["schemas"]["HoldoutResult"] | null;
            /** @description Most clicked first. */
            links: {
                /** @description The URL as written, with its variables. */
                url: string;
                clicks: number;
                /** @description Number of emails in which the link was clicked. */
                uniqueClicks: number;
            }[];
            /** @description Hours of the first 31 days with at least one email, open or click. */
            timeline: {
                /** Format: date-time */
                at: string;
                sent: number;
                opened: number;
                clicked: number;
                /** @description Those of `opened` by people; 0 in the campaigns of earlier versions. */
                humanOpens: number;
                /** @description Those of `clicked` by people; 0 in the campaigns of earlier versions. */
                humanClicks: number;
            }[];
            /** @description The 24 hours after the start by ten minutes: those with at least one open or click. Empty for campaigns that an earlier version sent, which counted hours. */
            firstDay: {
                /** Format: date-time */
                at: string;
                opened: number;
                clicked: number;
                /** @description Those of `opened` by people; 0 in the campaigns of earlier versions. */
                humanOpens: number;
                /** @description Those of `clicked` by people; 0 in the campaigns of earlier versions. */
                humanClicks: number;
            }[];
        };
        CampaignStatisticsAnswer: {
            /** @description Always true. */
            success: boolean;
            data: components["schemas"]["CampaignStatistics"];
        };
        CampaignSummary: {
            id: string;
            name: string;
            description: string | null;
            subject: string;
            previewText: string | null;
            /**
             * @description ALL: every subscribed contact. SEGMENT: the contacts of a segment. FILTERED: the contacts that match a filter. Unsubscribed and suppressed contacts are always left out.
             * @enum {string}
             */
            type: "ALL" | "SEGMENT" | "FILTERED";
            /** @enum {string} */
            status: "DRAFT" | "SCHEDULED" | "SENDING" | "SENT" | "CANCELLED";
            /**
             * Format: date-time
             * @description When it starts, or was scheduled to start.
             */
            scheduledAt: string | null;
            /** @description UTC offset of `scheduledFor` in the request, such as +02:00. */
            scheduledOffset: string | null;
            from: string;
            fromName: string | null;
            replyTo: string | null;
            utm: components["schemas"]["CampaignUtm"] | null;
            /** @description Key of its topic. */
            topic: string | null;
            /** @description Whether the archive of the project shows it. */
            archived: boolean;
            /** @description Last part of its address in the archive, which is {archive.path of the project}/{archiveSlug}; null until it is first archived. */
            archiveSlug: string | null;
            /**
             * @description ALL: every subscribed contact. SEGMENT: the contacts of a segment. FILTERED: the contacts that match a filter. Unsubscribed and suppressed contacts are always left out.
             * @enum {string}
             */
            audienceType: "ALL" | "SEGMENT" | "FILTERED";
            /**
             * @description Whether the control group of the project gets the campaign. include: for messages that everybody has to get, such as a legal notice. Default: exclude.
             * @enum {string}
             */
            controlGroup: "exclude" | "include";
            segmentId: string | null;
            /** @description The filter as it was saved; null without one. */
            audienceFilter: components["schemas"]["FilterTree"] | null;
            /** @description Number of recipients, without those held back; null until they are selected, soon after the campaign starts. */
            recipientCount: number | null;
            ratePerMinute: number | null;
            sendAtLocalTime: string | null;
            bestHour: components["schemas"]["BestHourRecord"] | null;
            canary: components["schemas"]["CanaryRecord"] | null;
            test: components["schemas"]["VariantTestRecord"] | null;
            goal: components["schemas"]["GoalRecord"] | null;
            holdout: components["schemas"]["HoldoutRecord"] | null;
            /**
             * Format: date-time
             * @description When the wait after the canary or the sample ends; null while it has not begun.
             */
            waitingUntil: string | null;
            /** @description The variant that the other recipients get; null until it is decided. */
            winner: components["schemas"]["VariantName"] | null;
            /** @description The template whose content was copied into the campaign; null without one. It may have been changed or deleted since. */
            templateId: string | null;
            /** @description The recurring campaign whose run created it; null for others. */
            recurringId: string | null;
            paused: boolean;
            pauseReason: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description No email leaves before this time; until then, cancelling returns the campaign to DRAFT. null until it starts.
             */
            leavesAt: string | null;
            /**
             * Format: date-time
             * @description When the last email was sent or given up.
             */
            sentAt: string | null;
            /** Format: date-time */
            cancelledAt: string | null;
            /** @description The figures of GET /campaigns/{id}/stats; null until the campaign starts. */
            stats: components["schemas"]["CampaignFigures"] | null;
        };
        CampaignTest: {
            /**
             * Format: email
             * @description One address.
             */
            email?: string | null;
            /** @description Up to 5 addresses. */
            emails?: string[] | null;
            /** @description Sends the translation that a contact with this `locale` gets. Default: that of each contact. */
            language?: string | null;
            /** @description The variant to send. Default: A, the campaign itself. */
            variant?: components["schemas"]["VariantName"] | null;
        };
        CampaignTestResult: {
            /** @enum {string} */
            metric: "clicks" | "opens" | "conversions";
            /** @description Recipients in the sample; null until they are selected. */
            sampleSize: number | null;
            /**
             * Format: date-time
             * @description null until the whole sample has been attempted.
             */
            decidesAt: string | null;
            /** @description The variant that the other recipients get; null until it is decided. */
            winner: components["schemas"]["VariantName"] | null;
            /** Format: date-time */
            decidedAt: string | null;
            /** @description Whether `POST /campaigns/{id}/winner` chose the winner; otherwise the figures do. */
            isChosenByHand: boolean;
            /** @description The variant with the highest rate, at the decision or so far. */
            best: components["schemas"]["VariantName"];
            /** @description Whether `best` is better than every other variant with a confidence of 95 %. If not, the difference may be chance. */
            isConclusive: boolean;
            lead: {
                /** @description The next best variant. */
                over: components["schemas"]["VariantName"];
                /** @description Difference of the two rates. */
                by: number;
                /** @description Lower end of the 95 % confidence interval. */
                from: number;
                /** @description Upper end of the 95 % confidence interval. */
                to: number;
            } | null;
        };
        CampaignTested: {
            /** @description Always true. */
            success: boolean;
            data: {
                emails: {
                    email: string;
                    /** @description The id for `GET /emails/{id}`. */
                    emailId: string;
                    /**
                     * @description SUPPRESSED: the address is on the suppression list, so nothing is sent to it.
                     * @enum {string}
                     */
                    status: "QUEUED" | "SUPPRESSED";
                    /**
                     * @description Why the address is suppressed.
                     * @enum {string}
                     */
                    reason?: "hard_bounce" | "complaint" | "manual" | "soft_bounces";
                }[];
            };
        };
        CampaignUtm: {
            /** @description utm_source, such as newsletter. */
            source?: string;
            /** @description utm_medium, such as email. */
            medium?: string;
            /** @description utm_campaign, such as spring-2030. */
            campaign?: string;
        };
        CampaignVariant: {
            /** @description Replaces the subject of the campaign. */
            subject?: string | null;
            /** @description Replaces the body of the campaign. At most 1 MB. */
            body?: string | null;
            /** @description The document of the block editor. The body is generated from it. */
            blocks?: components["schemas"]["BlockDocument"] | null;
        };
        CampaignVariantStatistics: {
            variant: components["schemas"]["VariantName"];
            subject: string;
            /** @description Accepted by a mail server, even if it bounced later. */
            sent: number;
            /** @description `sent` without emails that bounced later. */
            delivered: number;
            /** @description Emails that were opened, by people or machines. */
            opened: number;
            clicked: number;
            /** @description Emails opened with the verdict human. */
            humanOpens: number;
            humanClicks: number;
            /** @description Rejected at once or later. */
            bounced: number;
            complained: number;
            /** @description Recipients who unsubscribed with a link in their email. */
            unsubscribed: number;
            /** @description Not sent because the recipient had unsubscribed or was suppressed, or dropped by the frequency cap. */
            suppressed: number;
            /** @description Given up after all attempts. */
            failed: number;
            /** @description Cancelled, or dropped because the contact was deleted. */
            cancelled: number;
            /** @description How many of them reached the goal within its window, each counted once. */
            conversions: number;
            /** @description Number of events that reached it: one person may order several times. */
            goalEvents: number;
            /** @description Sum of the value field of these events. */
            goalValue: number;
            /** @description The metric of the test: human clicks, human opens or conversions / delivered. */
            rate: number;
            /** @description Lower end of the 95 % confidence interval. */
            rateFrom: number;
            /** @description Upper end of the 95 % confidence interval. */
            rateTo: number;
        };
        CampaignVariantTest: {
            /** @description Share of the recipients in the sample, 0.01 to 1. Default: 0.2. */
            share?: number;
            /** @description Minutes to wait for opens and clicks after the whole sample has been attempted. Default: 240. */
            waitMinutes?: number;
            /**
             * @description Which figure decides the winner: clicks compares `humanClicks`, opens compares `humanOpens`, conversions those who reached the `goal`. Default: clicks.
             * @enum {string}
             */
            metric?: "clicks" | "opens" | "conversions";
        };
        CampaignWinner: {
            /** @description The variant that everybody without an email gets. */
            variant: components["schemas"]["VariantName"];
        };
        CanaryRecord: {
            percent: number;
            waitMinutes: number;
        };
        CapsPreview: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            frequencyCap: components["schemas"]["FrequencyCap"] | null;
            quietHours: components["schemas"]["QuietHoursRecord"] | null;
            holdAtMostHours: number;
            /** @description As in `GET /project`, for these settings. */
            warnings: string[];
            /** @description Marketing emails of this time: sentAtOnce + held.cap + held.quietHours + dropped. */
            emails: number;
            /** @description Emails that would have left when they did. */
            sentAtOnce: number;
            /** @description Emails that would have left later. */
            held: {
                /** @description Emails that would have waited for the frequency cap, and left later. */
                cap: number;
                /** @description Emails that would have waited for the end of quiet hours only. */
                quietHours: number;
            };
            /** @description Emails that the frequency cap would have dropped. */
            dropped: number;
            /** @description The contacts whose emails were looked at. */
            contacts: number;
            /** @description true if there are more contacts: then those were chosen at random, and the numbers of emails are extrapolated. */
            isSampled: boolean;
        };
        CapsPreviewSettings: {
            /** @description null: none. Default: the setting of the project. */
            frequencyCap?: components["schemas"]["FrequencyCap"] | null;
            /** @description null: none. Default: the setting of the project. */
            quietHours?: components["schemas"]["QuietHours"] | null;
            /** @description Default: the setting of the project. */
            holdAtMostHours?: number | null;
        };
        CheckRemedy: {
            /** @description The advice, as sentences. */
            text: string;
            /** @description The DNS record to publish. */
            record: {
                type: string;
                name: string;
                value: string;
            } | null;
            /** @description A command for a shell. */
            command: string | null;
            /** @description The page on which to do it, such as the removal page of a blocklist. */
            page: string | null;
        };
        /** @description One to four columns side by side; on phones one below the other. Two columns are also accepted as `left` and `right`. */
        ColumnsBlock: {
            /** @description Identifies the block in an editor; any text. */
            id?: string;
            showIf?: components["schemas"]["ShowIf"];
            /** @constant */
            type: "columns";
            /** @description The blocks of each column, from left to right. */
            columns: components["schemas"]["LeafBlock"][][];
            /** @description Percent per column, 100 together. Default: equal columns. */
            widths?: number[];
            /** @description Colour behind the columns. null: none. */
            background?: string | null;
        };
        ConditionStep: {
            /** @description Unique in the workflow, such as welcome-email. */
            id: string;
            /** @constant */
            type: "CONDITION";
            name?: string | null;
            config: {
                /** @description Takes the branch yes or no. */
                filters?: components["schemas"]["WorkflowFilter"] | null;
                /** @description Takes the first branch whose filters match, else default. */
                branches?: {
                    name: string;
                    filters: components["schemas"]["WorkflowFilter"];
                }[] | null;
            };
            /** @description Id of the next step, or an object with one id per branch. null or absent: the end. */
            next?: components["schemas"]["NextStep"] | null;
        };
        ConsentChange: {
            /**
             * @description subscription: the subscription state changed. confirmation: from PENDING to SUBSCRIBED. topic: a choice for a topic changed. address: the contact got another address, and what it has said before belongs to the former one.
             * @enum {string}
             */
            what: "subscription" | "confirmation" | "topic" | "address";
            /** @description The key of the topic, for `topic`. */
            topic: string | null;
            /** @description A subscription state, or IN or OUT for a topic. null: there was no contact, or no choice. */
            before: ("NEVER_ASKED" | "PENDING" | "SUBSCRIBED" | "LEFT" | "IN" | "OUT") | null;
            /** @description The state after the change. null: the choice was forgotten. */
            after: ("NEVER_ASKED" | "PENDING" | "SUBSCRIBED" | "LEFT" | "IN" | "OUT") | null;
            /** Format: date-time */
            at: string;
            /**
             * @description The cause of the change. api_key, member, import, workflow: you. form: the person. page: a page behind a link in an email. one_click: the unsubscribe button of a mail client. mailto: an email to the address in List-Unsubscribe. complaint, bounce: a report about an email. expiry: no confirmation came in time. unknown: changed in the database.
             * @enum {string}
             */
            source: "form" | "api_key" | "import" | "member" | "page" | "one_click" | "mailto" | "complaint" | "bounce" | "workflow" | "expiry" | "unknown";
            /** @description Id of the form, key, import, member, workflow, or of the email that led there. */
            sourceId: string | null;
            /** @description The text that the person agreed to, if one was shown. */
            text: string | null;
            /** @description Keyed hash of the network that the person used, if the project stores it (`consentNetworks`). */
            network: string | null;
        };
        ConsentList: {
            consent: components["schemas"]["ConsentChange"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        Contact: {
            id: string;
            email: string;
            /** @description Whether marketing email may be sent. */
            subscribed: boolean;
            /**
             * @description The reason behind `subscribed`. NEVER_ASKED: created by sending an email; the contact has not decided yet. PENDING: asked, but not confirmed yet. SUBSCRIBED: `subscribed` is true. LEFT: unsubscribed, complained or bounced.
             * @enum {string}
             */
            subscriptionState: "NEVER_ASKED" | "PENDING" | "SUBSCRIBED" | "LEFT";
            /** @description The choices of the contact, by the keys of topics: true for in, false for left. */
            topics: {
                [key: string]: boolean;
            };
            /**
             * Format: date-time
             * @description No marketing email is sent to the contact before this time. null: not paused.
             */
            pausedUntil: string | null;
            /** @description Your own data about the contact. */
            data: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ContactBestHour: {
            /** @description The hour at which the contact usually opens email, such as 18:00; null if there are too few events. */
            hour: string | null;
            /** @description Opens and clicks by a person that it rests on. */
            events: number;
            /** @description How many it takes. */
            needed: number;
            /** @description Opens and clicks of so many days count. */
            days: number;
            /** @description The time zone of `hour`: the contact's `data.timezone`, or else that of the project. */
            timezone: string;
        };
        ContactBulk: {
            /**
             * @description The action to apply to the contacts.
             * @enum {string}
             */
            action: "subscribe" | "unsubscribe" | "delete" | "addToSegment" | "setTopics";
            /** @description Ids of the contacts, at most 10,000. Give either ids or filter. */
            ids?: string[];
            /** @description All contacts that match; {} matches every contact. Named `filter` as in GET /contacts: it applies to this request only, while the `filters` of segments and workflows are stored. */
            filter?: components["schemas"]["ContactFilter"];
            /** @description For addToSegment: a static segment. */
            segmentId?: string;
            /** @description For setTopics: choices by the keys of topics. true joins the topic, false leaves it, and null forgets the choice. */
            topics?: {
                [key: string]: boolean | null;
            };
        } & (unknown | unknown);
        ContactConfirmedEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "contact.confirmed";
            data: {
                id: string;
                /** @constant */
                name: "contact.confirmed";
                /** @description null if the event is about an email to an address without a contact (cc, bcc), or if the contact was deleted. */
                contactId: string | null;
                /** @description The contact's address. */
                email: string | null;
                /** @description Id of the email that the event is about. */
                emailId: string | null;
                data: {
                    /** @description Keys of the topics that they chose. */
                    topics: string[];
                    /** @description Where they signed up, such as a form. */
                    source: {
                        kind: string;
                        id: string | null;
                    };
                };
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                createdAt: string;
            };
        };
        ContactCreatedEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "contact.created";
            data: {
                id: string;
                /** @constant */
                name: "contact.created";
                /** @description null if the event is about an email to an address without a contact (cc, bcc), or if the contact was deleted. */
                contactId: string | null;
                /** @description The contact's address. */
                email: string | null;
                /** @description Id of the email that the event is about. */
                emailId: string | null;
                data: Record<string, never>;
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                createdAt: string;
            };
        };
        ContactEngagement: {
            /** @enum {string} */
            by: "week" | "month";
            /** @description The time zone of the project, in which periods begin and end. */
            timezone: string;
            /** @description The last 12 months or 26 weeks, oldest first; the last one is the current one. */
            periods: {
                /** @description The first day of the period; weeks begin on Monday. */
                start: string;
                /** @description Emails that a mail server accepted in the period. Tests do not count. */
                sent: number;
                /** @description Emails that were opened in the period, whenever they were sent; not by machines. */
                opened: number;
                /** @description Emails with a click in the period, not by machines. */
                clicked: number;
            }[];
            /** @description Whether everything was counted. false: the contact has more than 5,000 emails or opens and clicks in this time, and only the newest count. */
            isComplete: boolean;
        };
        ContactExecution: {
            id: string;
            workflowId: string;
            workflowName: string;
            /** @description Version of the workflow that the execution began with and finishes in. */
            version: number;
            /**
             * @description RUNNING: in progress. WAITING: for a time, an event or an answer. COMPLETED: reached the end. EXITED: left by an exit rule or an EXIT step. FAILED: a step could not be done, or filters could not be evaluated; it can be retried. CANCELLED: by a caller, or because the contact was deleted.
             * @enum {string}
             */
            status: "RUNNING" | "WAITING" | "COMPLETED" | "EXITED" | "FAILED" | "CANCELLED";
            /** @description The step at which it is, failed or left; null if it has completed, or failed before its first step. */
            step: {
                id: string;
                type: string | null;
                /** @description null: the step has no name of its own. */
                name: string | null;
                /**
                 * Format: date-time
                 * @description When the execution came to the step.
                 */
                since: string | null;
            } | null;
            /** @description Why it left, failed or was cancelled. */
            exitReason: string | null;
            /** Format: date-time */
            startedAt: string;
            /**
             * Format: date-time
             * @description When it continues at the latest.
             */
            wakeAt: string | null;
            /**
             * Format: date-time
             * @description When it ended, with any status.
             */
            completedAt: string | null;
        };
        ContactExecutionList: {
            executions: components["schemas"]["ContactExecution"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        ContactFields: {
            fields: {
                key: string;
                /**
                 * @description The most frequent type.
                 * @enum {string}
                 */
                type: "string" | "number" | "boolean" | "array" | "object";
                /** @description Number of contacts per type. */
                types: {
                    [key: string]: number;
                };
                /** @description Number of contacts that have the key. */
                count: number;
                /** @description Share of all contacts, 0 to 1. */
                coverage: number;
            }[];
        };
        ContactFilter: {
            /** @description Part of the address; case-insensitive. */
            search?: string;
            subscribed?: boolean;
        } | components["schemas"]["FilterTree"];
        ContactList: {
            contacts: components["schemas"]["Contact"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        ContactPatch: {
            /**
             * Format: email
             * @description The new address.
             */
            email?: string;
            /** @description Whether marketing email may be sent. Default: unchanged. */
            subscribed?: boolean;
            /** @description Choices by the keys of topics, merged into the existing ones: true joins the topic, false leaves it, and null forgets the choice. An unknown key is refused. */
            topics?: {
                [key: string]: boolean | null;
            };
            /**
             * Format: date-time
             * @description No marketing email is sent to the contact before this time, at most two years ahead. null, or a time that has passed, ends the pause. Default: unchanged.
             */
            pausedUntil?: string | null;
            /** @description Your own data about the contact, merged into the existing data one level deep; null deletes a key. A contact can have at most 1,000 keys and 64 kB of JSON, a project at most 10,000 different keys. */
            data?: {
                [key: string]: unknown;
            };
        };
        ContactSegmentList: {
            /** @description The segments that the contact is in, by name. */
            segments: {
                id: string;
                name: string;
                /**
                 * @description DYNAMIC: all contacts that match the filters. STATIC: the contacts that were added.
                 * @enum {string}
                 */
                type: "DYNAMIC" | "STATIC";
                trackMembership: boolean;
                /**
                 * Format: date-time
                 * @description When the contact came in; null for a dynamic segment that is not tracked.
                 */
                since: string | null;
            }[];
            /** @description Segments whose filter could not be evaluated in time, or at all. */
            unchecked: {
                id: string;
                name: string;
            }[];
        };
        ContactSubscribedEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "contact.subscribed";
            data: {
                id: string;
                /** @constant */
                name: "contact.subscribed";
                /** @description null if the event is about an email to an address without a contact (cc, bcc), or if the contact was deleted. */
                contactId: string | null;
                /** @description The contact's address. */
                email: string | null;
                /** @description Id of the email that the event is about. */
                emailId: string | null;
                data: Record<string, never>;
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                createdAt: string;
            };
        };
        ContactTopicJoinedEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "contact.topic_joined";
            data: {
                id: string;
                /** @constant */
                name: "contact.topic_joined";
                /** @description null if the event is about an email to an address without a contact (cc, bcc), or if the contact was deleted. */
                contactId: string | null;
                /** @description The contact's address. */
                email: string | null;
                /** @description Id of the email that the event is about. */
                emailId: string | null;
                data: {
                    /** @description Key of the topic. */
                    topic: string;
                };
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                createdAt: string;
            };
        };
        ContactTopicLeftEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "contact.topic_left";
            data: {
                id: string;
                /** @constant */
                name: "contact.topic_left";
                /** @description null if the event is about an email to an address without a contact (cc, bcc), or if the contact was deleted. */
                contactId: string | null;
                /** @description The contact's address. */
                email: string | null;
                /** @description Id of the email that the event is about. */
                emailId: string | null;
                data: {
                    /** @description Key of the topic. */
                    topic: string;
                };
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                createdAt: string;
            };
        };
        ContactUnsubscribedEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "contact.unsubscribed";
            data: {
                id: string;
                /** @constant */
                name: "contact.unsubscribed";
                /** @description null if the event is about an email to an address without a contact (cc, bcc), or if the contact was deleted. */
                contactId: string | null;
                /** @description The contact's address. */
                email: string | null;
                /** @description Id of the email that the event is about. */
                emailId: string | null;
                data: Record<string, never>;
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                createdAt: string;
            };
        };
        ContactUpsert: {
            /** Format: email */
            email: string;
            /** @description Default: true for a new contact, unchanged for an existing one. */
            subscribed?: boolean;
            /** @description Choices by the keys of topics, merged into the existing ones: true joins the topic, false leaves it, and null forgets the choice. An unknown key is refused. */
            topics?: {
                [key: string]: boolean | null;
            };
            /**
             * Format: date-time
             * @description No marketing email is sent to the contact before this time, at most two years ahead. null, or a time that has passed, ends the pause. Default: unchanged.
             */
            pausedUntil?: string | null;
            /** @description Your own data about the contact, merged into the existing data one level deep; null deletes a key. A contact can have at most 1,000 keys and 64 kB of JSON, a project at most 10,000 different keys. */
            data?: {
                [key: string]: unknown;
            };
            /** @description true: a contact that is not subscribed becomes PENDING and is sent a link to confirm; topics that are true wait for it, too. Default: false. */
            confirm?: boolean;
        };
        ContentChecks: {
            /** @description The most severe first. */
            findings: components["schemas"]["ContentFinding"][];
            /** @description Size of the HTML as it is sent, with footer and tracked links. Gmail cuts it off after 102 kB. */
            htmlBytes: number;
            /** @description The judgement of SpamAssassin. null if the request did not ask for it, and if there was none: then a finding says why. */
            spam: components["schemas"]["SpamScore"] | null;
            /** @description Day of the data about email clients, from caniemail.com. */
            clientDataDate: string;
        };
        ContentFinding: {
            /** @description The kind of finding. */
            code: string;
            /**
             * @description error: it cannot be sent. warning: readers would notice. info: good to know.
             * @enum {string}
             */
            level: "error" | "warning" | "info";
            message: string;
            /** @description How to fix it. */
            suggestion: string | null;
            /** @description Line of the body, from 1; with blocks, of the MJML generated from them. null if it is not in one line, or in a partial. */
            line: number | null;
        };
        ControlGroup: {
            /** @description Percentage of the contacts in the group, 0 to 20. 0: there is none. A larger share keeps its earlier members. */
            percent: number;
            /**
             * Format: date-time
             * @description Since when the group has this size; reports begin here. null without a group.
             */
            since: string | null;
        };
        ControlGroupMembership: {
            contactId: string;
            /** @description Whether the contact is in the control group of the project. */
            isMember: boolean;
            /** @description Percentage of the contacts in the group; 0 without one. */
            percent: number;
        };
        ControlGroupPatch: {
            /** @description Percentage of the contacts in the group, 0 to 20. 0: there is none. A larger share keeps its earlier members. */
            percent: number;
        };
        ControlGroupReport: {
            event: string;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /** @description Percentage of the contacts in the group. */
            percent: number;
            /** @description The contacts in the control group. */
            heldBack: components["schemas"]["HoldoutGroup"];
            /** @description All other contacts. */
            others: components["schemas"]["HoldoutGroup"];
            /** @description How much more the others converted; null while a group is empty. */
            lift: components["schemas"]["HoldoutLift"] | null;
            /**
             * @description tooEarly: wait, the figures may still turn. helped, hurt: the whole interval is above or below zero. noDifference: it contains zero; the interval says how large a difference may still be hidden.
             * @enum {string}
             */
            verdict: "tooEarly" | "helped" | "hurt" | "noDifference";
            /** @description Why it is too early; null otherwise. */
            reason: ("nobody" | "windowOpen" | "fewConversions") | null;
            /** @description The verdict in a sentence. */
            explanation: string;
            /** @description Whether the split came out as asked. If not, do not trust the comparison. */
            split: components["schemas"]["HoldoutSplit"];
        };
        CouponCode: {
            id: string;
            code: string;
            /** @enum {string} */
            status: "free" | "taken";
            /** @description The contact who has the code; null if it is free, and after the contact was deleted. */
            contactId: string | null;
            /** @description The address of the contact. */
            email: string | null;
            /**
             * Format: date-time
             * @description When the first email with the code was accepted.
             */
            takenAt: string | null;
            /** @description The email that took the code; null if the code is free, or was taken before this was recorded. */
            emailId: string | null;
            /** @description The campaign of that email. */
            campaignId: string | null;
            /** @description The workflow of that email. */
            workflowId: string | null;
            /** @description The template of that email. */
            templateId: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        CouponCodeList: {
            codes: components["schemas"]["CouponCode"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        CouponCodesAdd: {
            /** @description 1 to 10,000 codes of at most 100 printable ASCII characters. */
            codes: string[];
        };
        CouponCodesAdded: {
            /** @description Codes that were added. */
            added: number;
            /** @description Codes that the list had already, or that were named twice. */
            skipped: number;
        };
        CouponList: {
            id: string;
            /** @description The name of the list in emails: `{{ coupons.spring }}`. It never changes. */
            key: string;
            /** @description For people. */
            name: string;
            /** @description Exact numbers of codes. */
            codes: {
                /** @description Codes of the list. */
                total: number;
                /** @description Codes that nobody has. */
                free: number;
                /** @description Codes that contacts got, also contacts that were deleted since. */
                taken: number;
            };
            /** @description Templates, partials, campaigns that are not over, enabled recurring campaigns and enabled workflows that name it, at most 20. While there is one, it cannot be deleted. */
            usedBy: {
                /** @enum {string} */
                kind: "template" | "partial" | "campaign" | "recurring_campaign" | "workflow";
                /** @description Id of the record. */
                id: string;
                /** @description Its name; of a partial the key. */
                name: string;
            }[];
            /** @description How many records use it. */
            usedByCount: number;
            /** Format: date-time */
            createdAt: string;
        };
        CouponListCreate: {
            /** @description 1 to 50 of a-z, 0-9, - and _, unique in the project. Emails name the list by it: `{{ coupons.spring }}`. */
            key: string;
            /** @description For people. */
            name: string;
        };
        CouponListPatch: {
            /** @description The key of the list. It cannot change. */
            key?: string;
            /** @description For people. */
            name?: string;
        };
        CouponLists: {
            couponLists: components["schemas"]["CouponList"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        CustomEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            type: string;
            data: components["schemas"]["Event"];
        };
        DateTrigger: {
            /** @constant */
            type: "DATE";
            /** @description Where the date is: data.<key> of the contact. */
            field: string;
            /** @description Before or after the date, such as {"amount": -7, "unit": "days"}. */
            offset?: {
                /** @description Negative: before the date. */
                amount: number;
                /** @enum {string} */
                unit: "minutes" | "hours" | "days";
            } | null;
            /** @description Time of that day. Default: the time of the date; midnight if it has none. */
            at?: string | null;
            /** @description `contact` (default): the contact's data.timezone, or else the project's time zone. Or a name such as Europe/Amsterdam. */
            timezone?: string | null;
            /** @description yearly: on this day of every year, from the date itself on; 29 February is 28 February in other years. Default: once per date. */
            repeat?: "yearly" | null;
        };
        DefinitionSimulate: {
            /** @description The condition that starts an execution for a contact. Required without eventName. */
            trigger?: components["schemas"]["WorkflowTrigger"] | null;
            /** @description Short for a trigger of type EVENT with this event. */
            eventName?: string | null;
            /** @description Execution begins at the first step. */
            steps?: components["schemas"]["WorkflowStep"][] | null;
            /** @description The contacts that may enter. Default: every contact, once. */
            entry?: components["schemas"]["WorkflowEntry"] | null;
            /** @description When a contact leaves before the end. Default: never. */
            exit?: components["schemas"]["WorkflowExit"] | null;
            /** @description The event that contacts are meant to reach. Default: none. */
            goal?: components["schemas"]["WorkflowGoal"] | null;
            /** @description Holds back a share of the contacts that enter: no step runs for them. The statistics compare how many of both reach the `goal`, which is required. Default: none. */
            holdout?: components["schemas"]["Holdout"] | null;
            /** @description The contact that goes through the workflow. */
            contact: components["schemas"]["SimulatedContact"];
            /** @description Events of the contact during the simulation, in any order. With a trigger of type EVENT, the first one that matches starts the execution. */
            events?: {
                /** Format: date-time */
                at: string;
                event: string;
                /** @description At most 64 kB. Merged into the contact, as POST /v1/track does. */
                data?: {
                    [key: string]: unknown;
                } | null;
            }[] | null;
            /** @description How WEBHOOK steps are answered, by their ids. Default: status 200 without data. No URL is called. */
            webhooks?: {
                [key: string]: {
                    /** @description Default: 200. */
                    statusCode?: number | null;
                    /** @description JSON of at most 16 kB, which later steps see as `webhooks.<step id>.data`. */
                    data?: unknown;
                };
            } | null;
            /**
             * Format: date-time
             * @description When the virtual clock starts. Default: the time of the first event, or now if there are none.
             */
            startAt?: string | null;
            /**
             * Format: date-time
             * @description When to stop at the latest. Default: one year after the start; at most ten years.
             */
            until?: string | null;
            /** @description With a holdout: whether the contact is held back. Default: as it would be for a saved workflow and the id of a contact; otherwise false. */
            heldBack?: boolean | null;
        };
        DelayConfig: components["schemas"]["WaitDuration"] | components["schemas"]["WaitUntil"] | components["schemas"]["WaitUntilDate"] | components["schemas"]["WaitUntilBestHour"];
        DelayStep: {
            /** @description Unique in the workflow, such as welcome-email. */
            id: string;
            /** @constant */
            type: "DELAY";
            name?: string | null;
            config: components["schemas"]["DelayConfig"];
            /** @description Id of the next step, or an object with one id per branch. null or absent: the end. */
            next?: components["schemas"]["NextStep"] | null;
        };
        Destination: {
            /** @description The provider of the mailboxes, or the name of the first mail server. */
            name: string;
            /** @description Emails that wait for it; at most 10000 are counted. */
            waiting: number;
            state: {
                /**
                 * @description slowed: it wants less email, refuses it or cannot be reached. Nothing else waits for it.
                 * @enum {string}
                 */
                status: "working" | "slowed";
                reason: string | null;
                /** Format: date-time */
                since: string | null;
                /** Format: date-time */
                nextTryAt: string | null;
            };
            limits: {
                /** @description Maximum connections at the same time, of all nodes together. */
                connections: number;
                /** @description Maximum emails per minute; null: no limit. */
                perMinute: number | null;
            };
            /** @description The addresses that are warmed up. */
            warmUp: {
                /** @description null: the address that the system chooses. */
                localAddress: string | null;
                /** @description Days since the first email from this address to this destination, counted from 1. */
                day: number;
                /** @description Emails of today, with those that are about to be sent. */
                used: number;
                /** @description The most emails of today; null: no limit. */
                limit: number | null;
            }[];
        };
        DestinationList: {
            /** @description At most 100: first those that are slowed, then those with the most waiting email. */
            destinations: components["schemas"]["Destination"][];
        };
        DifferenceOfRates: {
            /** @description Rate at the best hour minus rate of the comparison: 0.02 is two percentage points. */
            by: number;
            /** @description Lower end of the 95 % confidence interval. */
            from: number;
            /** @description Upper end of the 95 % confidence interval. */
            to: number;
        };
        DividerBlock: {
            /** @description Identifies the block in an editor; any text. */
            id?: string;
            showIf?: components["schemas"]["ShowIf"];
            /** @constant */
            type: "divider";
        };
        Domain: {
            id: string;
            /** @description The name in Unicode. */
            domain: string;
            /** @description The name in ASCII, as DNS stores it. */
            asciiDomain: string;
            /** @description true if emails can be sent from this domain. */
            verified: boolean;
            /** @enum {string} */
            status: "PENDING" | "VERIFIED" | "FAILED";
            records: components["schemas"]["DomainRecord"][];
            /**
             * @description How the newest DKIM key is published, and the next one will be.
             * @enum {string}
             */
            dkim: "txt" | "cname";
            /** @description The zone of this server for keys with cname; null if its operator has not set DKIM_ZONE. */
            dkimZone: string | null;
            /** @description Ids of the transports that send for it, in the order in which they are tried. Empty: the default. */
            transports: string[];
            warning: {
                /** Format: date-time */
                since: string;
                message: string;
                /**
                 * Format: date-time
                 * @description When the domain stops, or stopped, being a sender.
                 */
                stopsAt: string | null;
            } | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            verifiedAt: string | null;
            /** Format: date-time */
            lastCheckedAt: string | null;
        };
        DomainAlert: {
            id: string;
            domainId: string;
            domain: string;
            /**
             * @description The event of the alert, as for webhooks.
             * @enum {string}
             */
            event: "email.unknown_source" | "email.alignment_dropped" | "email.tls_failing";
            /** @description A sentence about what was seen. */
            reason: string;
            /** @description The next step, as a sentence. */
            advice: string;
            /**
             * Format: date-time
             * @description When the alert was given.
             */
            createdAt: string;
        };
        DomainAlertList: {
            alerts: components["schemas"]["DomainAlert"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        DomainCheckChange: {
            /** @enum {string} */
            kind: "spf" | "dkim" | "dkim-key-length" | "dkim-key-age" | "dmarc" | "mta-sts" | "tls-rpt" | "bimi" | "tracking-certificate";
            /** @description The selector, address or list that was checked; empty where there is only one. */
            subject: string;
            /**
             * @description unknown: it could not be checked, which says nothing about the domain. not-applicable: there is nothing to check, for the reason in `found`.
             * @enum {string}
             */
            state: "good" | "warning" | "failed" | "unknown" | "not-applicable";
            /** @description The result, as sentences. */
            found: string;
            /** Format: date-time */
            changedAt: string;
        };
        DomainCheckResult: {
            /** @enum {string} */
            kind: "spf" | "dkim" | "dkim-key-length" | "dkim-key-age" | "dmarc" | "mta-sts" | "tls-rpt" | "bimi" | "tracking-certificate";
            /** @description The selector, address or list that was checked; empty where there is only one. */
            subject: string;
            /**
             * @description unknown: it could not be checked, which says nothing about the domain. not-applicable: there is nothing to check, for the reason in `found`.
             * @enum {string}
             */
            state: "good" | "warning" | "failed" | "unknown" | "not-applicable";
            /** @description The result, as sentences. */
            found: string;
            remedy: components["schemas"]["CheckRemedy"] | null;
            /**
             * Format: date-time
             * @description Since when it has been in this state.
             */
            since: string;
            /** Format: date-time */
            checkedAt: string;
        };
        DomainChecks: {
            checks: components["schemas"]["DomainCheckResult"][];
            /** @description The last 100 changes of a state, newest first. */
            changes: components["schemas"]["DomainCheckChange"][];
            /**
             * Format: date-time
             * @description When the last run ended; null before the first.
             */
            checkedAt: string | null;
            /**
             * Format: date-time
             * @description When the next run begins. null if none is planned, as for names for tests.
             */
            nextCheckAt: string | null;
        };
        DomainCreate: {
            /** @description The part after the @ of the sender address, such as example.com. International names may be given in Unicode. */
            domain: string;
            /**
             * @description How DKIM keys are published. txt: the record has the key. cname: two records point to a zone of this server, so that a later key needs no change; requires DKIM_ZONE. Default: "txt".
             * @enum {string}
             */
            dkim?: "txt" | "cname";
        };
        DomainKeyCreate: {
            /**
             * @description txt or cname, as for POST /domains. Default: as it is.
             * @enum {string}
             */
            dkim?: "txt" | "cname";
            /** @description A selector of your own, only with txt. Default: a new one. */
            selector?: string;
            /** @description A private RSA key of your own in PEM form, PKCS #1 or PKCS #8, of 1024 to 4096 bits and without a passphrase. It is stored encrypted and never shown again. Default: a new key of 2048 bits. */
            privateKey?: string;
        };
        DomainList: {
            domains: components["schemas"]["Domain"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        DomainPatch: {
            /** @description Ids of the transports that send for this domain, in the order in which they are tried: the next one takes over while one does not work. An empty list: the default transport of the project, or that of this server. */
            transports?: string[];
        };
        DomainPostmaster: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            google: {
                /**
                 * @description off: this installation has no credentials for Google. unproven: the project has not verified the domain. waiting: Google was not asked yet. missing: the account of this installation does not have the domain. unreadable: it may not read it. failing: the last request failed. good: figures come.
                 * @enum {string}
                 */
                state: "off" | "unproven" | "waiting" | "missing" | "unreadable" | "good" | "failing";
                /** @description The answer of Google about this domain, if it refused any. */
                problem: string | null;
                /** Format: date-time */
                askedAt: string | null;
                /** @description Whether Google takes the domain for one that follows its rules for senders; null if it does not say. */
                compliance: {
                    /** @description Such as `spf`, `dmarc-alignment`, `user-reported-spam-rate` or `one-click-unsubscribe`. */
                    requirement: string;
                    /** @enum {string} */
                    status: "compliant" | "needs-work" | "unknown";
                    /** @description Why not, where Google says more. */
                    reason: string | null;
                }[] | null;
                /** @description Days with figures, oldest first. Google has none for days with little email. */
                days: components["schemas"]["GoogleDayFigures"][];
            };
        };
        DomainRecord: {
            /** @enum {string} */
            purpose: "dkim" | "return-path" | "spf" | "mail-from" | "dmarc" | "tls-reports" | "tracking";
            /** @enum {string} */
            type: "TXT" | "MX" | "CNAME";
            /** @description Full name of the record, without a trailing dot. */
            name: string;
            /** @description Plain text, without quotation marks and not split. */
            value: string;
            /** @description The value in pieces of at most 255 characters, for DNS panels that need long values split. */
            chunks: string[];
            /** @description Priority of an MX record. */
            priority?: number;
            /** @description Suggested time to live, in seconds. */
            ttl: number;
            /** @description true if the domain is not verified without this record; the others are recommended. Depends on its transports. */
            required: boolean;
            /**
             * @description For DKIM records. ACTIVE: signs emails. NEXT: takes over once the record is in DNS. RETIRING: can be removed soon. Absent: an alias for a later key.
             * @enum {string}
             */
            keyState?: "ACTIVE" | "NEXT" | "RETIRING";
            /**
             * @description pending: not checked yet. unknown: the DNS server did not answer; the result does not count.
             * @enum {string}
             */
            status: "pending" | "ok" | "missing" | "mismatch" | "unknown";
            /** @description The values found in DNS, if the status is ok or mismatch. */
            found: string[];
            /** @description The problem, or a note. */
            detail: string | null;
        };
        DomainReports: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            /** @description Signed DMARC reports about these days. */
            reports: number;
            totals: {
                /** @description Messages that receivers saw with the domain in their From. */
                messages: number;
                /** @description Those that passed DMARC, by DKIM or SPF. */
                aligned: number;
                /** @description Those that this server sent: signed by one of its keys, or with its return path. */
                ours: number;
                /** @description Those of `ours` that passed DMARC. */
                oursAligned: number;
            };
            /** @description Every day, oldest first. */
            days: {
                /** Format: date */
                date: string;
                /** @description Messages that receivers saw with the domain in their From. */
                messages: number;
                /** @description Those that passed DMARC, by DKIM or SPF. */
                aligned: number;
                /** @description Those that this server sent: signed by one of its keys, or with its return path. */
                ours: number;
                /** @description Those of `ours` that passed DMARC. */
                oursAligned: number;
            }[];
            /** @description The 50 with the most messages. */
            receivers: {
                /** @description A mailbox provider, or the domain that signed the reports. */
                receiver: string;
                /** @description Emails that left for it on the days that it has reported; null while they are not counted. */
                sent: number | null;
                /** @description Messages that receivers saw with the domain in their From. */
                messages: number;
                /** @description Those that passed DMARC, by DKIM or SPF. */
                aligned: number;
                /** @description Those that this server sent: signed by one of its keys, or with its return path. */
                ours: number;
                /** @description Those of `ours` that passed DMARC. */
                oursAligned: number;
            }[];
            /** @description The policy in the newest report; null without reports. */
            policy: string | null;
            /** @description Whether a stricter policy would lose email of yours. */
            readiness: {
                /** @enum {string} */
                policy: "quarantine" | "reject";
                ready: boolean;
                /** @description The numbers behind it, as sentences. */
                reason: string;
            }[];
            tls: {
                reports: number;
                /** @description Sessions with encryption as the policy asks for it. */
                successful: number;
                failed: number;
                /** @description The 50 most frequent failures. */
                results: {
                    /** @description As RFC 8460 names it, such as certificate-expired. */
                    result: string;
                    mx: string | null;
                    reporter: string;
                    sessions: number;
                    /** Format: date */
                    lastDay: string;
                    advice: string;
                }[];
            };
            /** @description Reports that nobody signed. They count nowhere else. */
            unsigned: {
                /** @description DMARC reports. */
                reports: number;
                messages: number;
                /** @description TLS reports. */
                tls: {
                    reports: number;
                    sessions: number;
                };
            };
            /** @description The last 10 emails that could not be counted, with the reason. */
            unread: {
                /** Format: date-time */
                receivedAt: string;
                from: string | null;
                problem: string;
            }[];
        };
        DoubleOptIn: {
            /** @description true: `subscribed: true` by a public key or a form makes contacts PENDING, who are sent a link to confirm. Contacts who unsubscribed, and new topics of subscribed ones, always have to be confirmed. Default: false. */
            enabled: boolean;
            /** @description Template of the confirmation; it must contain `{{ confirmUrl }}`. null: the built-in email, in the language of the contact. */
            templateId: string | null;
            /** @description Page to which people go after confirming. null: a page that thanks them. */
            redirectUrl: string | null;
            /** @description Days for which the link works. Default: 7. */
            expiresDays: number;
        };
        DoubleOptInPatch: {
            /** @description true: `subscribed: true` by a public key or a form makes contacts PENDING, who are sent a link to confirm. Contacts who unsubscribed, and new topics of subscribed ones, always have to be confirmed. Default: false. */
            enabled?: boolean;
            /**
             * Format: uuid
             * @description Template of the confirmation; it must contain `{{ confirmUrl }}`. null: the built-in email, in the language of the contact.
             */
            templateId?: string | null;
            /**
             * Format: uri
             * @description Page to which people go after confirming. null: a page that thanks them.
             */
            redirectUrl?: string | null;
            /** @description Days for which the link works. Default: 7. */
            expiresDays?: number;
        };
        DraftChecksRequest: {
            /** @description Values for the variables, at most 256 kB of JSON. They override those of the contact, except `contact.*`. */
            data?: {
                [key: string]: unknown;
            };
            /** @description Id of the contact whose data to fill in. */
            contactId?: string;
            /** @description Subject line; may contain Liquid. */
            subject: string;
            /** @description HTML, or MJML if it starts with <mjml>; may contain Liquid. */
            body?: string;
            /** @description The document of the block editor, at most 256 kB of JSON. The body is generated from it, so send one of the two, or both unchanged as the API returned them. A new body removes the blocks from the template. */
            blocks?: components["schemas"]["BlockDocument"] | null;
            /** @description The line that inboxes show after the subject; may contain Liquid. Default: the first words of the body. */
            previewText?: string | null;
            /** @description The plain text part. Default: generated from the body. */
            text?: string | null;
            /**
             * @description Emails from a MARKETING template are sent to subscribed contacts only. Default: "TRANSACTIONAL".
             * @enum {string}
             */
            type?: "TRANSACTIONAL" | "MARKETING";
            /** @description Also asks SpamAssassin, if the operator of this server has set SPAMD_HOST. It takes some seconds. Default: false. */
            spam?: boolean;
        };
        DraftRender: {
            /** @description Values for the variables, at most 256 kB of JSON. They override those of the contact, except `contact.*`. */
            data?: {
                [key: string]: unknown;
            };
            /** @description Id of the contact whose data to fill in. */
            contactId?: string;
            /** @description Subject line; may contain Liquid. */
            subject: string;
            /** @description HTML, or MJML if it starts with <mjml>; may contain Liquid. */
            body?: string;
            /** @description The document of the block editor, at most 256 kB of JSON. The body is generated from it, so send one of the two, or both unchanged as the API returned them. A new body removes the blocks from the template. */
            blocks?: components["schemas"]["BlockDocument"] | null;
            /** @description The line that inboxes show after the subject; may contain Liquid. Default: the first words of the body. */
            previewText?: string | null;
            /** @description The plain text part. Default: generated from the body. */
            text?: string | null;
            /**
             * @description Emails from a MARKETING template are sent to subscribed contacts only. Default: "TRANSACTIONAL".
             * @enum {string}
             */
            type?: "TRANSACTIONAL" | "MARKETING";
        };
        Email: {
            id: string;
            /** @description null for an address in cc or bcc, and after the contact was deleted. */
            contactId: string | null;
            /** @description Address of the recipient; a keyed hash ("erased:…") after the contact was deleted. */
            to: string;
            from: string;
            /** @description The subject the recipient sees; until the email is composed, the subject as written. Empty after the contact was deleted. */
            subject: string;
            /**
             * @description SENT: the next mail server accepted the email. DELIVERED: it reached the mailbox; only some transports can tell.
             * @enum {string}
             */
            status: "QUEUED" | "SCHEDULED" | "SENDING" | "SENT" | "DELIVERED" | "DEFERRED" | "BOUNCED" | "COMPLAINED" | "FAILED" | "SUPPRESSED" | "CANCELLED";
            /** @description Why the email has this status, if that needs an explanation. */
            reason: string | null;
            /**
             * @description PROBE: it proves that the reports of a provider arrive, and counts nowhere.
             * @enum {string}
             */
            source: "TRANSACTIONAL" | "CAMPAIGN" | "WORKFLOW" | "TEST" | "PROBE";
            campaignId: string | null;
            /** @description The template that the email was made from, also through its campaign or workflow. */
            templateId: string | null;
            /** @description The workflow whose step sent the email. */
            workflowId: string | null;
            /** @description The trace of the request that accepted the email (header `traceparent`); null without one. */
            traceId: string | null;
            /** @description Key of the topic of a marketing email. null: it has none, or the topic was deleted. */
            topic: string | null;
            /** @description The Message-ID header, without angle brackets. */
            messageId: string;
            tags: string[];
            /** @description Delivery attempts so far. */
            attempts: number;
            lastReply: components["schemas"]["LastReply"] | null;
            /** @description The history of the email, oldest first. */
            events: components["schemas"]["EmailEvent"][];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the email was scheduled for; null if it was to be sent immediately. While it is held: when it is tried next.
             */
            scheduledFor: string | null;
            /** @description Why marketing email that is SCHEDULED waits: for the frequency cap or the quiet hours of the project. null: it is not held. */
            heldFor: ("cap" | "quiet_hours") | null;
            /** @description The transport of the project by which it leaves or left. null: that of this server. */
            transport: {
                id: string;
                name: string;
            } | null;
            /**
             * Format: date-time
             * @description When the next attempt is made, while the email is DEFERRED.
             */
            nextAttemptAt: string | null;
            /** Format: date-time */
            sentAt: string | null;
            /**
             * Format: date-time
             * @description When the contact was deleted and the address, subject, content, variables, opens, clicks and replies of mail servers were erased; otherwise null.
             */
            erasedAt: string | null;
        };
        EmailAlignmentDroppedEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "email.alignment_dropped";
            data: {
                id: string;
                /** @constant */
                name: "email.alignment_dropped";
                /** @description null if the event is about an email to an address without a contact (cc, bcc), or if the contact was deleted. */
                contactId: string | null;
                /** @description The contact's address. */
                email: string | null;
                /** @description Id of the email that the event is about. */
                emailId: string | null;
                data: {
                    domainId: string;
                    /** @description Name of the sender domain. */
                    domain: string;
                    /** @description Why, in words for people. */
                    reason: string;
                    /** @description The next step. */
                    advice: string;
                    /** @description Messages of the domain in the last 7 days. */
                    messages: number;
                    /** @description The part of them that passes DMARC, 0 to 1. */
                    share: number;
                    /** @description The part that passed in the 28 days before. */
                    shareBefore: number;
                };
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                createdAt: string;
            };
        };
        EmailAttachment: {
            /** @description Number of the attachment, for GET /emails/{id}/attachments/{index}. */
            index: number;
            filename: string;
            contentType: string;
            bytes: number;
            /** @description Content-ID by which the HTML refers to it (cid:); null if it has none. */
            contentId: string | null;
        };
        EmailAttachments: {
            attachments: components["schemas"]["EmailAttachment"][];
        };
        EmailBlock: components["schemas"]["HeadingBlock"] | components["schemas"]["TextBlock"] | components["schemas"]["ImageBlock"] | components["schemas"]["ButtonBlock"] | components["schemas"]["DividerBlock"] | components["schemas"]["SpacerBlock"] | components["schemas"]["LogoBlock"] | components["schemas"]["SocialBlock"] | components["schemas"]["HtmlBlock"] | components["schemas"]["ProductsBlock"] | components["schemas"]["ColumnsBlock"] | components["schemas"]["FooterBlock"];
        EmailBouncedEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "email.bounced";
            data: {
                id: string;
                /** @constant */
                name: "email.bounced";
                /** @description null if the event is about an email to an address without a contact (cc, bcc), or if the contact was deleted. */
                contactId: string | null;
                /** @description The contact's address. */
                email: string | null;
                /** @description Id of the email that the event is about. */
                emailId: string | null;
                data: {
                    /** @description Number of the attempt. */
                    attempt?: number;
                    /** @description The transport of the project that made it. */
                    transport?: string;
                    /** @description The answer of the mail server. */
                    reply?: {
                        /** @description SMTP reply code, such as 250. */
                        code: number;
                        /** @description Enhanced status code, such as 5.1.1. */
                        enhancedCode: string | null;
                        /** @description The rest of the reply. */
                        text: string;
                    };
                    /**
                     * @description hard: the mailbox does not exist. policy: the sender or the email was refused. soft: temporary.
                     * @enum {string}
                     */
                    class: "hard" | "soft" | "policy";
                    /** @description Enhanced status code, such as 5.1.1, of a report. */
                    code?: string | null;
                    /** @description Why, in words for people. */
                    reason: string;
                    /** @description The kind of the report, if one came after the email was sent. */
                    source?: string;
                    /** @description The campaign of the email. */
                    campaignId?: string;
                    /** @description The template of the email. */
                    templateId?: string;
                    /** @description The workflow of the email. */
                    workflowId?: string;
                };
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                createdAt: string;
            };
        };
        EmailClickedEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "email.clicked";
            data: {
                id: string;
                /** @constant */
                name: "email.clicked";
                /** @description null if the event is about an email to an address without a contact (cc, bcc), or if the contact was deleted. */
                contactId: string | null;
                /** @description The contact's address. */
                email: string | null;
                /** @description Id of the email that the event is about. */
                emailId: string | null;
                data: {
                    /** @description Where the link leads. */
                    url: string;
                    /** @description Number of the link in the email, from 0. */
                    link: number;
                    /**
                     * @description Whether a person or a machine caused it.
                     * @enum {string}
                     */
                    verdict: "human" | "machine" | "unknown";
                    /** @description Reasons for the verdict. */
                    reasons: string[];
                    /** @description The program, as it names itself. */
                    userAgent: string;
                    /** @description The campaign of the email. */
                    campaignId?: string;
                    /** @description The template of the email. */
                    templateId?: string;
                    /** @description The workflow of the email. */
                    workflowId?: string;
                };
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                createdAt: string;
            };
        };
        EmailComplainedEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "email.complained";
            data: {
                id: string;
                /** @constant */
                name: "email.complained";
                /** @description null if the event is about an email to an address without a contact (cc, bcc), or if the contact was deleted. */
                contactId: string | null;
                /** @description The contact's address. */
                email: string | null;
                /** @description Id of the email that the event is about. */
                emailId: string | null;
                data: {
                    /** @description Number of the attempt. */
                    attempt?: number;
                    /** @description The transport of the project that made it. */
                    transport?: string;
                    /** @description The answer of the mail server. */
                    reply?: {
                        /** @description SMTP reply code, such as 250. */
                        code: number;
                        /** @description Enhanced status code, such as 5.1.1. */
                        enhancedCode: string | null;
                        /** @description The rest of the reply. */
                        text: string;
                    };
                    /** @description The type of the report, such as abuse. */
                    feedbackType?: string | null;
                    /** @description Why, in words for people. */
                    reason?: string;
                    /** @description The kind of the report, if one came after the email was sent. */
                    source?: string;
                    /** @description The campaign of the email. */
                    campaignId?: string;
                    /** @description The template of the email. */
                    templateId?: string;
                    /** @description The workflow of the email. */
                    workflowId?: string;
                };
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                createdAt: string;
            };
        };
        EmailContent: {
            subject: string;
            html: string;
            text: string;
            /** @description The headers of the email, name to value. Signatures are included only while the sent bytes are kept. */
            headers: {
                [key: string]: string;
            };
        };
        EmailDeferredEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "email.deferred";
            data: {
                id: string;
                /** @constant */
                name: "email.deferred";
                /** @description null if the event is about an email to an address without a contact (cc, bcc), or if the contact was deleted. */
                contactId: string | null;
                /** @description The contact's address. */
                email: string | null;
                /** @description Id of the email that the event is about. */
                emailId: string | null;
                data: {
                    /** @description Number of the attempt. */
                    attempt?: number;
                    /** @description The transport of the project that made it. */
                    transport?: string;
                    /** @description The answer of the mail server. */
                    reply?: {
                        /** @description SMTP reply code, such as 250. */
                        code: number;
                        /** @description Enhanced status code, such as 5.1.1. */
                        enhancedCode: string | null;
                        /** @description The rest of the reply. */
                        text: string;
                    };
                    /** @description Why, in words for people. */
                    reason?: string;
                    /** Format: date-time */
                    retryAt: string;
                };
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                createdAt: string;
            };
        };
        EmailDeliveredEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "email.delivered";
            /** @description The email as GET /emails/{id} shows it. */
            data: components["schemas"]["Email"] | components["schemas"]["EmailReference"];
        };
        EmailEvent: {
            /** @description queued, scheduled, sent, delivered, deferred, bounced, opened … */
            type: string;
            /** Format: date-time */
            at: string;
            data: {
                [key: string]: unknown;
            };
        };
        EmailFailedEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "email.failed";
            data: {
                id: string;
                /** @constant */
                name: "email.failed";
                /** @description null if the event is about an email to an address without a contact (cc, bcc), or if the contact was deleted. */
                contactId: string | null;
                /** @description The contact's address. */
                email: string | null;
                /** @description Id of the email that the event is about. */
                emailId: string | null;
                data: {
                    /** @description Number of the attempt. */
                    attempt?: number;
                    /** @description The transport of the project that made it. */
                    transport?: string;
                    /** @description The answer of the mail server. */
                    reply?: {
                        /** @description SMTP reply code, such as 250. */
                        code: number;
                        /** @description Enhanced status code, such as 5.1.1. */
                        enhancedCode: string | null;
                        /** @description The rest of the reply. */
                        text: string;
                    };
                    /**
                     * @description hard: the mailbox does not exist. policy: the sender or the email was refused. soft: temporary.
                     * @enum {string}
                     */
                    class?: "hard" | "soft" | "policy";
                    /** @description Why, in words for people. */
                    reason: string;
                    /** @description Key of the list that had no code. */
                    couponList?: string;
                    /** @description The campaign of the email. */
                    campaignId?: string;
                    /** @description The template of the email. */
                    templateId?: string;
                    /** @description The workflow of the email. */
                    workflowId?: string;
                };
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                createdAt: string;
            };
        };
        EmailHit: {
            id: string;
            /** @enum {string} */
            kind: "open" | "click";
            /** @description Target of the link, with its variables as written in the template; null for an open. */
            url: string | null;
            /**
             * @description Whether a person or a machine caused it.
             * @enum {string}
             */
            verdict: "human" | "machine" | "unknown";
            /** @description Reasons for the verdict. */
            reasons: string[];
            /** @description Version of the rules that gave the verdict. */
            rulesVersion: number;
            userAgent: string;
            /** @enum {string} */
            method: "GET" | "HEAD";
            /** @description Equal for hits from the same network address. The address itself is not stored. */
            place: string;
            /** Format: date-time */
            createdAt: string;
        };
        EmailHitList: {
            hits: components["schemas"]["EmailHit"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        EmailList: {
            emails: components["schemas"]["Email"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        EmailOpenedEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "email.opened";
            data: {
                id: string;
                /** @constant */
                name: "email.opened";
                /** @description null if the event is about an email to an address without a contact (cc, bcc), or if the contact was deleted. */
                contactId: string | null;
                /** @description The contact's address. */
                email: string | null;
                /** @description Id of the email that the event is about. */
                emailId: string | null;
                data: {
                    /**
                     * @description Whether a person or a machine caused it.
                     * @enum {string}
                     */
                    verdict: "human" | "machine" | "unknown";
                    /** @description Reasons for the verdict. */
                    reasons: string[];
                    /** @description The program, as it names itself. */
                    userAgent: string;
                    /** @description The campaign of the email. */
                    campaignId?: string;
                    /** @description The template of the email. */
                    templateId?: string;
                    /** @description The workflow of the email. */
                    workflowId?: string;
                };
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                createdAt: string;
            };
        };
        EmailPartial: {
            id: string;
            /** @description The name of the partial in emails: `{% include "header" %}`. It never changes. */
            key: string;
            /** @description For people. */
            name: string;
            /** @description Number of the version; every change of the body creates a new one. */
            version: number;
            /** @description Templates, partials, campaigns that have not started, enabled recurring campaigns and enabled workflows that name it, at most 20. While there is one, it cannot be deleted. */
            usedBy: {
                /** @enum {string} */
                kind: "template" | "partial" | "campaign" | "recurring_campaign" | "workflow";
                /** @description Id of the record. */
                id: string;
                /** @description Its name; of a partial the key. */
                name: string;
            }[];
            /** @description How many records use it. */
            usedByCount: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description The body as written. */
            body: string;
        };
        EmailPartialCreate: {
            /** @description 1 to 50 of a-z, 0-9, - and _, unique in the project. Emails name the partial by it: `{% include "header" %}`. */
            key: string;
            /** @description For people. */
            name: string;
            /** @description HTML, or components of MJML for emails in MJML; may contain Liquid, `{% include %}` and `{% block %}`. At most 256 kB. */
            body: string;
        };
        EmailPartialList: {
            partials: components["schemas"]["EmailPartial"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        EmailPartialPatch: {
            /** @description The key of the partial. It cannot change. */
            key?: string;
            /** @description For people. */
            name?: string;
            /** @description HTML, or components of MJML for emails in MJML; may contain Liquid, `{% include %}` and `{% block %}`. At most 256 kB. */
            body?: string;
            /** @description Saves only if the partial is still at this version; otherwise 409. */
            ifVersion?: number;
        };
        EmailPartialRender: {
            /** @description Values for the variables, at most 256 kB of JSON. They override those of the contact, except `contact.*`. */
            data?: {
                [key: string]: unknown;
            };
            /** @description Id of the contact whose data to fill in. */
            contactId?: string;
            /** @description The key that it is saved under, so that a circle is found. */
            key?: string;
            /** @description HTML, or components of MJML for emails in MJML; may contain Liquid, `{% include %}` and `{% block %}`. At most 256 kB. */
            body: string;
        };
        EmailPartialVersion: {
            version: number;
            /** @description The body as written. */
            body: string;
            /** Format: date-time */
            createdAt: string;
        };
        EmailPartialVersionList: {
            versions: {
                version: number;
                /** Format: date-time */
                createdAt: string;
            }[];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        EmailPatch: {
            /**
             * Format: date-time
             * @description When to send the email, at most a year ahead; null to send it immediately.
             */
            scheduledFor?: string | null;
        };
        EmailPausedEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "email.paused";
            data: {
                id: string;
                /** @constant */
                name: "email.paused";
                /** @description null if the event is about an email to an address without a contact (cc, bcc), or if the contact was deleted. */
                contactId: string | null;
                /** @description The contact's address. */
                email: string | null;
                /** @description Id of the email that the event is about. */
                emailId: string | null;
                data: components["schemas"]["HealthChange"];
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                createdAt: string;
            };
        };
        EmailQueuedEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "email.queued";
            /** @description The email as GET /emails/{id} shows it. */
            data: components["schemas"]["Email"] | components["schemas"]["EmailReference"];
        };
        EmailRateWarningEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "email.rate_warning";
            data: {
                id: string;
                /** @constant */
                name: "email.rate_warning";
                /** @description null if the event is about an email to an address without a contact (cc, bcc), or if the contact was deleted. */
                contactId: string | null;
                /** @description The contact's address. */
                email: string | null;
                /** @description Id of the email that the event is about. */
                emailId: string | null;
                data: components["schemas"]["HealthChange"];
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                createdAt: string;
            };
        };
        /** @description An email that was deleted before its event was sent. */
        EmailReference: {
            id: string | null;
            contactId: string | null;
        };
        EmailResumedEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "email.resumed";
            data: {
                id: string;
                /** @constant */
                name: "email.resumed";
                /** @description null if the event is about an email to an address without a contact (cc, bcc), or if the contact was deleted. */
                contactId: string | null;
                /** @description The contact's address. */
                email: string | null;
                /** @description Id of the email that the event is about. */
                emailId: string | null;
                data: {
                    /** @description Why it was paused. */
                    reason: string | null;
                    /** @description Share of the emails that bounced in the last 24 hours, 0 to 1. */
                    bounceRate24h: number;
                    /** @description Share of the emails that bounced in the last 7 days, 0 to 1. */
                    bounceRate7d: number;
                    /** @description Share of the emails of the last 24 hours that were reported as spam, 0 to 1; of those to receivers that report complaints. */
                    complaintRate24h: number;
                    /** @description Share of the emails of the last 7 days that were reported as spam, 0 to 1; of those to receivers that report complaints. */
                    complaintRate7d: number;
                    /** @description Emails sent in the last 24 hours, or since marketing email was last resumed. */
                    emails24h: number;
                    /** @description Emails sent in the last 7 days, or since marketing email was last resumed. */
                    emails7d: number;
                    /** @description Emails of the last 24 hours that were accepted by receivers that report complaints. Gmail does not report them. */
                    reportable24h: number;
                    /** @description Emails of the last 7 days that were accepted by receivers that report complaints. Gmail does not report them. */
                    reportable7d: number;
                };
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                createdAt: string;
            };
        };
        EmailSentEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "email.sent";
            /** @description The email as GET /emails/{id} shows it. */
            data: components["schemas"]["Email"] | components["schemas"]["EmailReference"];
        };
        EmailSuppressedEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "email.suppressed";
            data: {
                id: string;
                /** @constant */
                name: "email.suppressed";
                /** @description null if the event is about an email to an address without a contact (cc, bcc), or if the contact was deleted. */
                contactId: string | null;
                /** @description The contact's address. */
                email: string | null;
                /** @description Id of the email that the event is about. */
                emailId: string | null;
                data: {
                    /** @description Number of the attempt. */
                    attempt?: number;
                    /** @description The transport of the project that made it. */
                    transport?: string;
                    /** @description The answer of the mail server. */
                    reply?: {
                        /** @description SMTP reply code, such as 250. */
                        code: number;
                        /** @description Enhanced status code, such as 5.1.1. */
                        enhancedCode: string | null;
                        /** @description The rest of the reply. */
                        text: string;
                    };
                    /**
                     * @description hard: the mailbox does not exist. policy: the sender or the email was refused. soft: temporary.
                     * @enum {string}
                     */
                    class?: "hard" | "soft" | "policy";
                    /** @description Why, in words for people. */
                    reason: string;
                    /** @description The campaign of the email. */
                    campaignId?: string;
                    /** @description The template of the email. */
                    templateId?: string;
                    /** @description The workflow of the email. */
                    workflowId?: string;
                };
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                createdAt: string;
            };
        };
        EmailTlsFailingEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "email.tls_failing";
            data: {
                id: string;
                /** @constant */
                name: "email.tls_failing";
                /** @description null if the event is about an email to an address without a contact (cc, bcc), or if the contact was deleted. */
                contactId: string | null;
                /** @description The contact's address. */
                email: string | null;
                /** @description Id of the email that the event is about. */
                emailId: string | null;
                data: {
                    domainId: string;
                    /** @description Name of the sender domain. */
                    domain: string;
                    /** @description Why, in words for people. */
                    reason: string;
                    /** @description The next step. */
                    advice: string;
                    /** Format: date */
                    day: string;
                    /** @description TLS sessions of the day. */
                    sessions: number;
                    /** @description Those of them that failed. */
                    failed: number;
                    /** @description The most frequent result, as RFC 8460 names it. */
                    result: string;
                };
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                createdAt: string;
            };
        };
        EmailUnknownSourceEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "email.unknown_source";
            data: {
                id: string;
                /** @constant */
                name: "email.unknown_source";
                /** @description null if the event is about an email to an address without a contact (cc, bcc), or if the contact was deleted. */
                contactId: string | null;
                /** @description The contact's address. */
                email: string | null;
                /** @description Id of the email that the event is about. */
                emailId: string | null;
                data: {
                    domainId: string;
                    /** @description Name of the sender domain. */
                    domain: string;
                    /** @description Why, in words for people. */
                    reason: string;
                    /** @description The next step. */
                    advice: string;
                    /** @description The network that sends. */
                    network: string;
                    /** @description Its messages of the last 7 days. */
                    messages: number;
                    /** @description Those of them that do not pass DMARC. */
                    unaligned: number;
                    /** @description Messages of the domain in these days. */
                    total: number;
                };
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                createdAt: string;
            };
        };
        ErrorObject: {
            /** @description For programs; docs/errors.md lists all codes. */
            code: string;
            /** @description Explanation of the error, for people. */
            message: string;
            /** @description The HTTP status. */
            statusCode: number;
            /** @description Also in the header X-Request-Id. The operator finds the request in the log by it. */
            requestId: string;
            /** @description Every invalid field, if the code is VALIDATION_ERROR. */
            errors?: {
                /** @description Path of the field with dots, such as to.1.email. */
                field: string;
                message: string;
                code: string;
            }[];
            /** @description How to fix it. */
            suggestion?: string;
        };
        Event: {
            id: string;
            name: string;
            /** @description null if the event is about an email to an address without a contact (cc, bcc), or if the contact was deleted. */
            contactId: string | null;
            /** @description The contact's address. */
            email: string | null;
            /** @description Id of the email that the event is about. */
            emailId: string | null;
            /** @description Your data of the event, or details from Lettermill. Events recorded with a public key contain "via": "public". */
            data: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
        };
        /** @description The events of a batch; each has its `id`. */
        EventBatch: (components["schemas"]["EmailQueuedEvent"] | components["schemas"]["EmailSentEvent"] | components["schemas"]["EmailDeliveredEvent"] | components["schemas"]["EmailDeferredEvent"] | components["schemas"]["EmailOpenedEvent"] | components["schemas"]["EmailClickedEvent"] | components["schemas"]["EmailBouncedEvent"] | components["schemas"]["EmailComplainedEvent"] | components["schemas"]["EmailFailedEvent"] | components["schemas"]["EmailSuppressedEvent"] | components["schemas"]["EmailRateWarningEvent"] | components["schemas"]["EmailPausedEvent"] | components["schemas"]["EmailResumedEvent"] | components["schemas"]["EmailUnknownSourceEvent"] | components["schemas"]["EmailAlignmentDroppedEvent"] | components["schemas"]["EmailTlsFailingEvent"] | components["schemas"]["ContactCreatedEvent"] | components["schemas"]["ContactSubscribedEvent"] | components["schemas"]["ContactUnsubscribedEvent"] | components["schemas"]["ContactTopicJoinedEvent"] | components["schemas"]["ContactTopicLeftEvent"] | components["schemas"]["ContactConfirmedEvent"] | components["schemas"]["SegmentEnteredEvent"] | components["schemas"]["SegmentLeftEvent"] | components["schemas"]["WorkflowStartedEvent"] | components["schemas"]["WorkflowCompletedEvent"] | components["schemas"]["CustomEvent"])[];
        EventList: {
            events: components["schemas"]["Event"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        EventNames: {
            names: {
                name: string;
                count: number;
                /** Format: date-time */
                lastSeenAt: string;
            }[];
            /** @description The names alone, in the order of `names`. */
            eventNames: string[];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        EventTrigger: {
            /** @constant */
            type: "EVENT";
            event: string;
            /** @description Conditions on the event's data; all must match. Each has a field data.<key> and an operator of filters. */
            where?: Record<string, never>[] | null;
        };
        ExitStep: {
            /** @description Unique in the workflow, such as welcome-email. */
            id: string;
            /** @constant */
            type: "EXIT";
            name?: string | null;
            config?: {
                reason?: string | null;
            } | null;
            /** @description Id of the next step, or an object with one id per branch. null or absent: the end. */
            next?: components["schemas"]["NextStep"] | null;
        };
        Explanation: {
            /** @description Whether the contact would get the email now: every gate lets it pass. */
            would: boolean;
            /** @description All gates, in the order in which they are asked. */
            gates: {
                /**
                 * @description The gate.
                 * @enum {string}
                 */
                name: "suppression" | "subscription" | "pause" | "topic" | "control_group" | "segment" | "holdout" | "cap" | "quiet_hours" | "sender" | "brake" | "state";
                /** @description Whether it lets the email pass. A gate that has nothing to decide here lets it pass, with the value null. */
                passed: boolean;
                /** @description The fact that decides, such as the state of the subscription or a reason. */
                value: string | null;
                /**
                 * Format: date-time
                 * @description Since when; null if unknown.
                 */
                since: string | null;
                /** @description One sentence for people: the fact, and what to do about it. */
                explanation: string;
            }[];
        };
        Feed: {
            title: string;
            /** @description The page of the feed. */
            url: string | null;
            description: string | null;
            items: components["schemas"]["FeedItem"][];
        };
        FeedItem: {
            id: string;
            title: string;
            url: string | null;
            /** @description As text, at most 1,000 characters. */
            summary: string | null;
            /** @description URL of a picture. */
            image: string | null;
            author: string | null;
            /** Format: date-time */
            publishedAt: string | null;
        };
        FeedPreviewRequest: {
            /** @description Where the feed is: http or https, at a public address. RSS, Atom or JSON Feed in UTF-8, at most 2 MB. Redirects are not followed. */
            url: string;
            /** @description The most items in one campaign, the newest first. Default: 10. */
            maxItems?: number;
        };
        FeedSettings: {
            /** @description Where the feed is: http or https, at a public address. RSS, Atom or JSON Feed in UTF-8, at most 2 MB. Redirects are not followed. */
            url: string;
            /** @description The most items in one campaign, the newest first. Default: 10. */
            maxItems?: number;
            /** @description Only items that no earlier run has had; a run without any is SKIPPED. false: the newest items, every time. Default: true. */
            onlyNew?: boolean;
        };
        FeedbackProbe: {
            /**
             * @description The report that has to come back.
             * @enum {string}
             */
            kind: "delivered" | "bounced" | "complained";
            emailId: string;
            /** @description The address at which the provider simulates it, or that of a person. */
            to: string;
            /**
             * @description waiting: to be handed to the provider. accepted: the provider has it, and no report has come. reported: the report has come. failed: it was not sent.
             * @enum {string}
             */
            state: "waiting" | "accepted" | "reported" | "failed";
            /**
             * Format: date-time
             * @description When the proof was started.
             */
            sentAt: string;
            /**
             * Format: date-time
             * @description When the report came.
             */
            reportedAt: string | null;
            /** @description The next thing to check. null: the report has come, or may still be on its way. */
            nextStep: string | null;
        };
        FeedbackProve: {
            /**
             * Format: email
             * @description The sender, at a verified domain that uses the transport. Default: the first such domain.
             */
            from?: string;
            /**
             * Format: email
             * @description The recipient for providers that simulate no delivery. Default: the signed-in person.
             */
            to?: string;
        };
        /** @description Conditions on contacts, combined with AND, OR and NOT: at most 100, nested at most 5 deep. The operators are listed in docs/segments.md. A request that selects contacts calls it `filter`, segments and workflows store it as `filters`, and a campaign as `audienceFilter`. */
        FilterTree: {
            /**
             * @description NOT takes one condition.
             * @enum {string}
             */
            operator: "AND" | "OR" | "NOT";
            conditions: (components["schemas"]["FilterTree"] | {
                /** @description email, subscribed, subscriptionState, pausedUntil, createdAt, updatedAt, topics.<key> or data.<key>. */
                field: string;
                /** @enum {string} */
                operator: "equals" | "notEquals" | "contains" | "notContains" | "startsWith" | "endsWith" | "in" | "notIn" | "greaterThan" | "greaterThanOrEqual" | "lessThan" | "lessThanOrEqual" | "between" | "within" | "olderThan" | "withinNext" | "anniversaryIn" | "anniversaryAgo" | "anniversaryWithinNext" | "exists" | "notExists";
                /** @description The value to compare with. exists and notExists take no value. */
                value?: unknown;
            } | {
                /** @description event.<name>, or emailActivity.sent, delivered, opened, clicked or bounced. */
                field: string;
                /** @enum {string} */
                operator: "triggered" | "notTriggered";
                /** @description Only counts events and emails within this time before now. */
                within?: {
                    amount: number;
                    /** @enum {string} */
                    unit: "minutes" | "hours" | "days";
                };
                /** @description Only counts the emails of this campaign. emailActivity only. */
                campaignId?: string;
                /** @description Only counts the emails of this template. emailActivity only. */
                templateId?: string;
                /** @description Only counts the emails of this workflow. emailActivity only. */
                workflowId?: string;
                /** @description Number of events or emails. Default: at least 1. An email counts once as opened, and once per link as clicked. */
                count?: {
                    atLeast?: number;
                    atMost?: number;
                };
                /** @description Only counts clicks on this URL, or on URLs with this part. emailActivity.clicked only. */
                link?: {
                    equals?: string;
                    contains?: string;
                };
                /** @description Conditions on the event's data (data.<key>); all must hold. Events only. */
                where?: {
                    /** @description data.<key> of the event. */
                    field: string;
                    /** @enum {string} */
                    operator: "equals" | "notEquals" | "contains" | "notContains" | "startsWith" | "endsWith" | "in" | "notIn" | "greaterThan" | "greaterThanOrEqual" | "lessThan" | "lessThanOrEqual" | "between" | "within" | "olderThan" | "withinNext" | "anniversaryIn" | "anniversaryAgo" | "anniversaryWithinNext" | "exists" | "notExists";
                    /** @description The value to compare with. exists and notExists take no value. */
                    value?: unknown;
                }[];
            } | {
                /** @constant */
                field: "segment";
                /** @enum {string} */
                operator: "memberOf" | "notMemberOf";
                /**
                 * Format: uuid
                 * @description Id of a segment of this project.
                 */
                value: string;
            })[];
        };
        /** @description Small print with links to unsubscribe and to the preferences. */
        FooterBlock: {
            /** @description Identifies the block in an editor; any text. */
            id?: string;
            showIf?: components["schemas"]["ShowIf"];
            /** @constant */
            type: "footer";
            /** @description The sender of the email, and the reason for it. Line breaks are kept. null: the footer of the brand kit and the postal address of the project. */
            text?: string | null;
            /** @description Text of the link to unsubscribe. Default: "Unsubscribe". */
            unsubscribe?: string;
            /** @description Text of the link to the preference page. Empty: no link. Default: "Preferences". */
            preferences?: string;
        };
        Form: {
            /** @description The page of the form is /f/{id}. */
            id: string;
            /** @description For you; people do not see it. */
            name: string;
            fields: components["schemas"]["FormField"][];
            /** @description Keys of the topics that people join with the form. */
            topics: string[];
            /** @description The text of the button. null: “Sign up” in the language of the browser. */
            submitLabel: string | null;
            /** @description Shown after signing up, before the words about the confirmation in the language of the browser. null: those words alone. */
            successText: string | null;
            /** @description Where people are sent after signing up: http or https. null: a page with `successText`. */
            redirectUrl: string | null;
            /** @description The words that people agree to, shown above the button and kept with their consent. */
            consentText: string | null;
            /** @description Origins of the pages of yours that may post to the form, such as https://www.example.com. Our own page may always. */
            allowedOrigins: string[];
            /** @description Whether people confirm their address by a link in an email before they are subscribed. true needs a sender: `defaultFrom` of the project, or that of the template of `doubleOptIn`. null: as `doubleOptIn` of the project says. */
            confirm: boolean | null;
            /** @description Whether the form can be used. A disabled form answers 404. */
            enabled: boolean;
            /** @description How often people have signed up with the form. Exact. */
            submissions: number;
            /** Format: date-time */
            createdAt: string;
        };
        FormContact: {
            id: string;
            email: string;
            /** @description Whether marketing email may be sent. */
            subscribed: boolean;
            /**
             * @description The reason behind `subscribed`. NEVER_ASKED: created by sending an email; the contact has not decided yet. PENDING: asked, but not confirmed yet. SUBSCRIBED: `subscribed` is true. LEFT: unsubscribed, complained or bounced.
             * @enum {string}
             */
            subscriptionState: "NEVER_ASKED" | "PENDING" | "SUBSCRIBED" | "LEFT";
            /** @description The choices of the contact, by the keys of topics: true for in, false for left. */
            topics: {
                [key: string]: boolean;
            };
            /**
             * Format: date-time
             * @description No marketing email is sent to the contact before this time. null: not paused.
             */
            pausedUntil: string | null;
            /** @description Your own data about the contact. */
            data: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When the contact signed up with the form for the first time.
             */
            signedUpAt: string;
        };
        FormContactList: {
            contacts: components["schemas"]["FormContact"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        FormCreate: {
            /** @description For you; people do not see it. */
            name: string;
            /** @description Up to 30 fields, in the order in which they are shown. Exactly one has the key `email`, and it is required. Default: the address alone. */
            fields?: components["schemas"]["FormFieldCreate"][] | null;
            /** @description Keys of the topics that people join with the form. */
            topics?: string[] | null;
            /** @description The text of the button. null: “Sign up” in the language of the browser. */
            submitLabel?: string | null;
            /** @description Shown after signing up, before the words about the confirmation in the language of the browser. null: those words alone. */
            successText?: string | null;
            /** @description Where people are sent after signing up: http or https. null: a page with `successText`. */
            redirectUrl?: string | null;
            /** @description The words that people agree to, shown above the button and kept with their consent. */
            consentText?: string | null;
            /** @description Origins of the pages of yours that may post to the form, such as https://www.example.com. Our own page may always. */
            allowedOrigins?: string[] | null;
            /** @description Whether people confirm their address by a link in an email before they are subscribed. true needs a sender: `defaultFrom` of the project, or that of the template of `doubleOptIn`. null: as `doubleOptIn` of the project says. */
            confirm?: boolean | null;
            /** @description Whether the form can be used. Default: true. */
            enabled?: boolean | null;
        };
        FormField: {
            /** @description `email`, or `data.` and a key of your own data. */
            key: string;
            label: string;
            /**
             * @description How the value is entered and stored. number: a number; date: a text such as 2030-01-31; checkbox: true or false; the others: a text.
             * @enum {string}
             */
            type: "email" | "text" | "number" | "date" | "select" | "checkbox";
            /** @description Whether it has to be filled in; a checkbox, to be checked. */
            required: boolean;
            /** @description The choices of a select; no other type has them. */
            options?: string[];
        };
        FormFieldCreate: {
            /** @description `email`, or `data.` and the key under which the value is stored on the contact. */
            key: string;
            /** @description Shown beside the field. */
            label: string;
            /**
             * @description How the value is entered and stored. number: a number; date: a text such as 2030-01-31; checkbox: true or false; the others: a text.
             * @enum {string}
             */
            type: "email" | "text" | "number" | "date" | "select" | "checkbox";
            /** @description Whether it has to be filled in; a checkbox, to be checked. Default: true for `email`, false for others. */
            required?: boolean | null;
            /** @description The choices of a select; no other type has them. */
            options?: string[] | null;
        };
        FormList: {
            forms: components["schemas"]["Form"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        FormPatch: {
            /** @description For you; people do not see it. */
            name?: string;
            /** @description Up to 30 fields, in the order in which they are shown. Exactly one has the key `email`, and it is required. */
            fields?: components["schemas"]["FormFieldCreate"][];
            /** @description Keys of the topics that people join with the form. */
            topics?: string[];
            /** @description The text of the button. null: “Sign up” in the language of the browser. */
            submitLabel?: string | null;
            /** @description Shown after signing up, before the words about the confirmation in the language of the browser. null: those words alone. */
            successText?: string | null;
            /** @description Where people are sent after signing up: http or https. null: a page with `successText`. */
            redirectUrl?: string | null;
            /** @description The words that people agree to, shown above the button and kept with their consent. */
            consentText?: string | null;
            /** @description Origins of the pages of yours that may post to the form, such as https://www.example.com. Our own page may always. */
            allowedOrigins?: string[];
            /** @description Whether people confirm their address by a link in an email before they are subscribed. true needs a sender: `defaultFrom` of the project, or that of the template of `doubleOptIn`. null: as `doubleOptIn` of the project says. */
            confirm?: boolean | null;
            /** @description Whether the form can be used. A disabled form answers 404. */
            enabled?: boolean;
        };
        FormPreview: {
            /** @description The page of the form, as HTML without scripts. */
            html: string;
        };
        FormSnippet: {
            /** @description Address of the page of the form. */
            url: string;
            /** @description HTML for a page of yours. It works without scripts. */
            html: string;
        };
        FormStatistics: {
            /** @description The time zone of the days: that of the project. */
            timezone: string;
            /** @description Since the form was created. */
            total: {
                /** @description How often people have signed up. */
                submissions: number;
                /** @description How many of them were new contacts. */
                contacts: number;
                /** @description How many addresses were confirmed by the link in the email. */
                confirmed: number;
            };
            /** @description Every day, oldest first, today included. */
            days: {
                /** Format: date */
                day: string;
                /** @description How often people have signed up. */
                submissions: number;
                /** @description How many of them were new contacts. */
                contacts: number;
                /** @description How many addresses were confirmed by the link in the email. */
                confirmed: number;
            }[];
        };
        FrequencyCap: {
            /** @description At most so many marketing emails to one contact. */
            emails: number;
            /** @description In any span of so many days of 24 hours. */
            days: number;
        };
        /** @description The event that the emails are meant to lead to, such as an order. */
        Goal: {
            /** @description Name of the event, 1 to 255 characters, without white space at either end. Names that begin with email., contact., segment. or workflow. are reserved, in any letter case. */
            event: string;
            /** @description Conditions on the event's data; all must match. Each has a field data.<key> and an operator of filters. */
            where?: Record<string, never>[] | null;
            /** @description How long after the email the event counts, at most 90 days. Default: 7 days. */
            window?: {
                amount: number;
                /** @enum {string} */
                unit: "minutes" | "hours" | "days";
            };
            /** @description The number to add up, such as data.total. Events without it count as conversions without a value. */
            value?: string | null;
        };
        GoalRecord: {
            event: string;
            where: {
                [key: string]: unknown;
            }[] | null;
            window: {
                amount: number;
                /** @enum {string} */
                unit: "minutes" | "hours" | "days";
            };
            value: string | null;
        };
        GoogleDayFigures: {
            /** Format: date */
            date: string;
            /** @description Share of the emails in inboxes that people reported as spam, 0 to 1; null where Google gives none. */
            spamRate: number | null;
            /** @description Share that passed SPF, 0 to 1; null where Google gives none. */
            spfRate: number | null;
            /** @description Share that passed DKIM, 0 to 1; null where Google gives none. */
            dkimRate: number | null;
            /** @description Share that passed DMARC, 0 to 1; null where Google gives none. */
            dmarcRate: number | null;
            /** @description Share that came encrypted, 0 to 1; null where Google gives none. */
            tlsRate: number | null;
            /** @description Share that was rejected, 0 to 1; null where Google gives none. */
            rejectedRate: number | null;
            /** @description Share that was put off, 0 to 1; null where Google gives none. */
            deferredRate: number | null;
            /** @description Why emails were rejected or put off; reasons that did not occur are left out. */
            errors: {
                /** @description `reject`, or `temp_fail` for those that were put off. */
                type: string;
                /** @description In the words of Google, such as `spammy_content` or `ip_in_rbls`. */
                reason: string;
                rate: number;
            }[];
            /** @description Reports of spam by the parts of the header `Feedback-ID`, where Google gives them. */
            feedbackLoops: {
                id: string;
                spamRate: number;
            }[];
        };
        HeadingBlock: {
            /** @description Identifies the block in an editor; any text. */
            id?: string;
            showIf?: components["schemas"]["ShowIf"];
            /** @constant */
            type: "heading";
            text: string;
            /** @description Default: 1. */
            level?: number;
            /**
             * @description Default: "left".
             * @enum {string}
             */
            align?: "left" | "center" | "right";
            /** @description null: the colour of headings of the theme. */
            color?: string | null;
        };
        Health: {
            /** @description ok, or ready. */
            status: string;
            version: string;
            /** @description Problems that the operator should look at although the service works, for example that emails are waiting. */
            warnings?: string[];
        };
        HealthChange: {
            /** @enum {string} */
            state: "WARNED" | "PAUSED";
            /** @description The cause of the state. */
            reason: string | null;
            /** @description Share of the emails that bounced in the last 24 hours, 0 to 1. */
            bounceRate24h: number;
            /** @description Share of the emails that bounced in the last 7 days, 0 to 1. */
            bounceRate7d: number;
            /** @description Share of the emails of the last 24 hours that were reported as spam, 0 to 1; of those to receivers that report complaints. */
            complaintRate24h: number;
            /** @description Share of the emails of the last 7 days that were reported as spam, 0 to 1; of those to receivers that report complaints. */
            complaintRate7d: number;
            /** @description Emails sent in the last 24 hours, or since marketing email was last resumed. */
            emails24h: number;
            /** @description Emails sent in the last 7 days, or since marketing email was last resumed. */
            emails7d: number;
            /** @description Emails of the last 24 hours that were accepted by receivers that report complaints. Gmail does not report them. */
            reportable24h: number;
            /** @description Emails of the last 7 days that were accepted by receivers that report complaints. Gmail does not report them. */
            reportable7d: number;
            /** @description The recommended next step. */
            advice: string;
        };
        HoldoutGroup: {
            /** @description Contacts in the group, each counted once. */
            people: number;
            /** @description How many of them reached the goal. */
            conversions: number;
            /** @description conversions / people */
            rate: number;
            /** @description Lower end of the 95 % confidence interval. */
            rateFrom: number;
            /** @description Upper end of the 95 % confidence interval. */
            rateTo: number;
            /** @description Sum of the value field of their events. */
            goalValue: number;
            /** @description goalValue / people; null without a value field, and for an empty group. */
            valuePerPerson: number | null;
        };
        /** @description The share of the audience that gets nothing, to compare with. */
        Holdout: {
            /** @description Percentage of the audience that gets nothing, 1 to 50. */
            percent: number;
        };
        HoldoutLift: {
            /** @description Rate of the others minus rate of those held back: 0.012 is 1.2 points. */
            by: number;
            /** @description Lower end of the confidence interval. */
            from: number;
            /** @description Upper end of the confidence interval. */
            to: number;
            /** @description Confidence of the interval: 0.95 if it is read once, at the end; 0.997 if it may be read on any day. */
            confidence: number;
            /** @description by / rate of those held back: 0.25 is a quarter more. null if none of them converted. */
            relative: number | null;
            /** @description by × people of the others: the conversions that would not have happened without it. */
            extraConversions: number;
        };
        HoldoutRecord: {
            percent: number;
        };
        HoldoutResult: {
            /** @description Percentage that is held back. */
            percent: number;
            /**
             * Format: date-time
             * @description From when on events count; null before the first contact.
             */
            since: string | null;
            /**
             * Format: date-time
             * @description When the verdict can be given at the earliest; null while that is not known.
             */
            until: string | null;
            /** @description Those who get nothing. */
            heldBack: components["schemas"]["HoldoutGroup"];
            /** @description All others, whether their emails were delivered, opened or not. Counted by the same rule, so the figures differ from those of `goal`. */
            others: components["schemas"]["HoldoutGroup"];
            /** @description How much more the others converted; null while a group is empty. */
            lift: components["schemas"]["HoldoutLift"] | null;
            /**
             * @description tooEarly: wait, the figures may still turn. helped, hurt: the whole interval is above or below zero. noDifference: it contains zero; the interval says how large a difference may still be hidden.
             * @enum {string}
             */
            verdict: "tooEarly" | "helped" | "hurt" | "noDifference";
            /** @description Why it is too early; null otherwise. */
            reason: ("nobody" | "windowOpen" | "fewConversions") | null;
            /** @description The verdict in a sentence. */
            explanation: string;
            /** @description Whether the split came out as asked. If not, do not trust the comparison. */
            split: components["schemas"]["HoldoutSplit"];
        };
        HoldoutSplit: {
            /** @description Percentage that was to be held back. */
            asked: number;
            /** @description Percentage that was held back; null without people. */
            actual: number | null;
            /** @description false: so large a deviation has a probability below 0.001 and is a mistake, not chance. null: too few people to tell. */
            ok: boolean | null;
            explanation: string;
        };
        /** @description HTML with Liquid, put into the email as it is. */
        HtmlBlock: {
            /** @description Identifies the block in an editor; any text. */
            id?: string;
            showIf?: components["schemas"]["ShowIf"];
            /** @constant */
            type: "html";
            html: string;
        };
        Image: {
            id: string;
            /** @description Name of the file, as uploaded. */
            name: string;
            /** @description Public URL of the image: anyone who knows it can see the image. It never changes. */
            url: string;
            /** @enum {string} */
            contentType: "image/png" | "image/jpeg" | "image/gif";
            width: number;
            height: number;
            bytes: number;
            /** Format: date-time */
            createdAt: string;
        };
        ImageBlock: {
            /** @description Identifies the block in an editor; any text. */
            id?: string;
            showIf?: components["schemas"]["ShowIf"];
            /** @constant */
            type: "image";
            /** @description URL of the image, such as one of POST /images. If empty, nothing is shown. */
            src: string;
            /** @description Describes the image for people who do not see it. Default: "". */
            alt?: string;
            /** @description A URL, or Liquid that prints one; may be empty. Default: "". */
            href?: string;
            /** @description Percent of the column. Default: 100. */
            width?: number;
            /**
             * @description Default: "center".
             * @enum {string}
             */
            align?: "left" | "center" | "right";
            /** @description Whether its corners are round, as the theme says. Default: false. */
            rounded?: boolean;
        };
        ImageList: {
            images: components["schemas"]["Image"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        InboxCleared: {
            /** @description How many emails were deleted. */
            deleted: number;
            /** @description true if emails are left; repeat the request to delete more. */
            hasMore: boolean;
        };
        InboxEmail: {
            /** @description Id of the email, for GET /emails/{id} and the paths below it. */
            id: string;
            to: string;
            from: string;
            subject: string;
            /** @description Size of the source. */
            bytes: number;
            /** Format: date-time */
            receivedAt: string;
        };
        InboxList: {
            emails: components["schemas"]["InboxEmail"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        InlineContent: components["schemas"]["TextRun"] | components["schemas"]["LineBreak"];
        ItalicMark: {
            /** @constant */
            type: "italic";
        };
        Job: {
            id: string;
            /** @description The kind of job, such as contacts.import. */
            type: string;
            /** @enum {string} */
            status: "QUEUED" | "RUNNING" | "DONE" | "FAILED";
            progress: {
                /** @description Records processed so far. */
                done: number;
                /** @description Number of records in total; null while it is not known. */
                total: number | null;
                /** @description Records that could not be processed; `errors` says why. */
                failed: number;
            };
            /** @description Only of imports of contacts, once the first rows are read. */
            contacts?: {
                /** @description Contacts that are new. */
                created: number;
                /** @description Contacts that existed before. */
                existing: number;
            };
            /** @description The first 1,000 problems. */
            errors: {
                /** @description Number of the row in the file; the header is row 1. */
                row: number;
                field: string | null;
                message: string;
                /** @description The beginning of the row, or the address in it. Absent for errors of the whole file. */
                value?: string;
            }[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            finishedAt: string | null;
        };
        Key: {
            id: string;
            name: string;
            /** @enum {string} */
            kind: "secret" | "public";
            /** @description Permissions of the key. full: everything. send: the operations under /v1. read: every GET, previews and rendering. A public key has the scope track. */
            scopes: string[];
            /** @description The first characters, for recognizing the key. */
            prefix: string;
            /** @description The last four characters. */
            lastFour: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Address of the person or name of the API key that created the key; null if it was created on the command line. */
            createdBy: string | null;
            /** Format: date-time */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When the key was last used, to the minute.
             */
            lastUsedAt: string | null;
        };
        KeyCreate: {
            /** @description Purpose of the key, such as "Billing service". */
            name: string;
            /**
             * @description A secret key belongs on a server; a public key may appear on a web page. Default: "secret".
             * @enum {string}
             */
            kind?: "secret" | "public";
            /** @description Default: full for a secret key, track for a public one. */
            scopes?: ("full" | "send" | "read" | "track")[];
            /**
             * Format: date-time
             * @description When the key stops working. Default: never.
             */
            expiresAt?: string;
        };
        KeyList: {
            keys: components["schemas"]["Key"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        KeyRotate: {
            /** @description How many seconds the old key keeps working. Default: 86400 (a day). */
            graceSeconds?: number;
        };
        LastReply: {
            /** @description SMTP reply code, such as 250. */
            code: number;
            /** @description Enhanced status code, such as 5.1.1. */
            enhancedCode: string | null;
            /** @description The rest of the reply. */
            text: string;
            /** Format: date-time */
            at: string;
        };
        /** @description A block without blocks inside, such as those of a column. */
        LeafBlock: components["schemas"]["HeadingBlock"] | components["schemas"]["TextBlock"] | components["schemas"]["ImageBlock"] | components["schemas"]["ButtonBlock"] | components["schemas"]["DividerBlock"] | components["schemas"]["SpacerBlock"] | components["schemas"]["LogoBlock"] | components["schemas"]["SocialBlock"] | components["schemas"]["HtmlBlock"] | components["schemas"]["ProductsBlock"];
        LineBreak: {
            /** @constant */
            type: "hardBreak";
        };
        LinkCheck: {
            url: string;
            /** @description The field with the link: body, or variants.0.body of a campaign. */
            field: string;
            /** @description Line of that body, from 1. null if it is not in the body itself. */
            line: number | null;
            /**
             * @description ok: it answers. broken: it does not, or with an error. unsure: the server refuses programs. skipped: it was not asked.
             * @enum {string}
             */
            status: "ok" | "broken" | "unsure" | "skipped";
            /** @description The status of the last answer. */
            statusCode: number | null;
            /** @description Why it is not ok. */
            reason: string | null;
        };
        LinkChecks: {
            /** @description The links with a fixed address, those that are not ok first. Links with variables are not asked. */
            links: components["schemas"]["LinkCheck"][];
        };
        LinkChecksAnswer: {
            /** @description Always true. */
            success: boolean;
            data: components["schemas"]["LinkChecks"];
        };
        LinkMark: {
            /** @constant */
            type: "link";
            attrs: {
                /** @description A URL, or Liquid that prints one; may be empty. */
                href: string;
            };
        };
        ListItem: {
            /** @constant */
            type: "listItem";
            content: components["schemas"]["Paragraph"][];
        };
        ListenAnswer: {
            /** @description Oldest first, at most 100; empty when the time is over. */
            deliveries: components["schemas"]["ListenedDelivery"][];
            /** @description Pass it as `after` with the next request. */
            cursor: string;
            /** @description Whether events before these were lost to this listener: it was away for more than ten minutes, or is more than 1000 events behind. */
            missed: boolean;
            /** @description The secret for verifying signatures (whsec_…), the same for all listeners of the project. */
            secret: string;
        };
        ListenedDelivery: {
            /** @description Id of the event; the same as the header webhook-id. */
            id: string;
            /** @description Name of the event. */
            type: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The JSON body of the request, to be sent as it is: it is what was signed. */
            body: string;
            /** @description The headers of the request, with its signature, which is valid for five minutes. */
            headers: {
                [key: string]: string;
            };
        };
        /** @description The logo of the brand kit. Without one, nothing is shown. */
        LogoBlock: {
            /** @description Identifies the block in an editor; any text. */
            id?: string;
            showIf?: components["schemas"]["ShowIf"];
            /** @constant */
            type: "logo";
            /**
             * @description Default: "center".
             * @enum {string}
             */
            align?: "left" | "center" | "right";
        };
        ManualTrigger: {
            /** @constant */
            type: "MANUAL";
        };
        MembersAdd: {
            emails: string[];
            /** @description Whether to create contacts for unknown addresses. Default: true. */
            createMissing?: boolean | null;
            /** @description Whether created contacts are subscribed. Default: true. */
            subscribed?: boolean | null;
        };
        MembersAdded: {
            /** @description Number of new members. */
            added: number;
            /** @description Number of contacts that were created. */
            created: number;
            /** @description Number of contacts that were members before. */
            alreadyMember: number;
            /** @description Entries that are not valid addresses. */
            invalid: string[];
            /** @description Addresses without a contact, if createMissing is false. */
            notFound: string[];
        };
        MembersRemove: {
            emails: string[];
        };
        MembersRemoved: {
            removed: number;
            /** @description Addresses that were not members. */
            notFound: string[];
        };
        MissingFields: {
            /** @description Contacts that were counted. */
            contacts: number;
            /** @description In the order of the request. */
            fields: {
                field: string;
                /** @description Contacts without a value, or with an empty text. null: the service fills the variable in, or it is none that a contact can have. */
                missing: number | null;
            }[];
        };
        MissingFieldsQuery: {
            /** @description Variables as templates write them: `firstName`, `data.firstName`, `contact.data.firstName` or `address.city`. */
            fields: string[];
            /** @description Only members of this segment. */
            segmentId?: string;
            /** @description Only contacts that match this filter. */
            filter?: components["schemas"]["FilterTree"];
            /** @description Only contacts who are (true) or are not (false) subscribed. */
            subscribed?: boolean;
        };
        MxSettings: {
            port: number;
            localAddresses: string[];
            warmUp: boolean;
            /** @description Other limits than the usual ones, by receiver; `others` are all that are not in the list. */
            limits: {
                [key: string]: {
                    /** @description Maximum connections at the same time, of all nodes together. */
                    connections?: number;
                    /** @description Maximum emails per minute, of all nodes together. */
                    perMinute?: number;
                };
            };
        };
        MxSettingsCreate: {
            /** @description The port of mail servers, which is 25 everywhere but in tests. Default: 25. */
            port?: number | null;
            /** @description IP addresses of this server that email leaves from in turn. Without any, the system chooses. */
            localAddresses?: string[] | null;
            /** @description Default: false. */
            warmUp?: boolean | null;
            /** @description Other limits than the usual ones, by receiver; `others` are all that are not in the list. */
            limits?: {
                [key: string]: {
                    /** @description Maximum connections at the same time, of all nodes together. */
                    connections?: number;
                    /** @description Maximum emails per minute, of all nodes together. */
                    perMinute?: number;
                };
            } | null;
        };
        MxTransport: {
            id: string;
            name: string;
            /** @constant */
            type: "mx";
            settings: components["schemas"]["MxSettings"];
            /** @description Maximum emails per second; 0: no limit. */
            ratePerSecond: number;
            /** @description Maximum connections at the same time, per node. */
            maxConnections: number;
            /** @description Whether it sends for domains that name no transports. */
            isDefault: boolean;
            /** @description The domains that name it; change them with PATCH /domains/{id}. */
            domains: {
                id: string;
                domain: string;
            }[];
            /** @description As the last attempts show. */
            state: {
                /**
                 * @description failing: email waits, or leaves by another transport.
                 * @enum {string}
                 */
                status: "working" | "failing";
                lastError: string | null;
                /**
                 * Format: date-time
                 * @description When it stopped working.
                 */
                since: string | null;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        MxTransportCreate: {
            /** @description Unique in the project. */
            name: string;
            /**
             * @description The mail servers of recipients, without a provider. Only if the operator of this server allows it.
             * @constant
             */
            type: "mx";
            settings: components["schemas"]["MxSettingsCreate"];
            /** @description Default: the rate that the operator has set for projects. */
            ratePerSecond?: number | null;
            /** @description Default: 10. */
            maxConnections?: number | null;
            /** @description Default: false. */
            isDefault?: boolean | null;
        };
        NamedAddress: {
            /**
             * Format: email
             * @description The address, such as ada@example.com.
             */
            email: string;
            /** @description The name shown before the address. An empty name is ignored. */
            name?: string;
        };
        NewBrandLogo: {
            /** @description URL of the image, such as one of POST /images. */
            src: string;
            /** @description The name of the company, for people who do not see it. Default: "". */
            alt?: string;
            /** @description Where a click on it leads; may be empty. Default: "". */
            href?: string;
            /** @description In pixels. Default: 160. */
            width?: number;
        };
        NewKey: {
            id: string;
            name: string;
            /** @enum {string} */
            kind: "secret" | "public";
            /** @description Permissions of the key. full: everything. send: the operations under /v1. read: every GET, previews and rendering. A public key has the scope track. */
            scopes: string[];
            /** @description The first characters, for recognizing the key. */
            prefix: string;
            /** @description The last four characters. */
            lastFour: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Address of the person or name of the API key that created the key; null if it was created on the command line. */
            createdBy: string | null;
            /** Format: date-time */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When the key was last used, to the minute.
             */
            lastUsedAt: string | null;
            /** @description The full key, shown only once; null in a replayed response. */
            key: string | null;
        };
        NextStep: string | {
            [key: string]: string | null;
        };
        OrderedList: {
            /** @constant */
            type: "orderedList";
            content: components["schemas"]["ListItem"][];
        };
        Paragraph: {
            /** @constant */
            type: "paragraph";
            content?: components["schemas"]["InlineContent"][];
        };
        ParagraphOrList: components["schemas"]["Paragraph"] | components["schemas"]["BulletList"] | components["schemas"]["OrderedList"];
        /** @description The contact, and lists of everything that is stored about it. */
        PersonalData: Record<string, never>;
        /** @description The items of a list, such as a cart. Without the list, nothing is shown. */
        ProductsBlock: {
            /** @description Identifies the block in an editor; any text. */
            id?: string;
            showIf?: components["schemas"]["ShowIf"];
            /** @constant */
            type: "products";
            /** @description The variable with the list: products or data.products for data of the request or the contact, event.items for data of an event. Default: "products". */
            list?: string;
            /** @description Shows at most this many. Default: 6. */
            limit?: number;
            /** @description Products per row; on phones they stand one below the other. Default: 2. */
            perRow?: number;
            /** @description Field with the name of a product. Empty: not shown. Default: "title". */
            title?: string;
            /** @description Field with the URL of its image. Empty: not shown. Default: "image". */
            image?: string;
            /** @description Field with its price, printed as it is. Empty: not shown. Default: "price". */
            price?: string;
            /** @description Field with its URL. Empty: no links. Default: "url". */
            link?: string;
            /** @description Text of the button. Empty: no button. Default: "View". */
            button?: string;
        };
        Project: {
            id: string;
            name: string;
            /** @description Default sender address. */
            defaultFrom: string | null;
            /** @description Name of the default sender. */
            defaultFromName: string | null;
            /** @description Default reply-to address. POST /v1/send calls it `reply`, as Plunk does. */
            replyTo: string | null;
            /** @description Whether to track opens and clicks of marketing email; a request can override it. On by default. */
            tracking: {
                opens: boolean;
                clicks: boolean;
            };
            /** @description Whether to track opens and clicks of transactional email; a request can override it. Off by default. */
            transactionalTracking: {
                opens: boolean;
                clicks: boolean;
            };
            /**
             * @description Permissions of public keys on existing contacts with POST /v1/track. `full`: change their data and unsubscribe them. `append`: record events and add data keys that the contact does not have yet; the rest of the request is ignored.
             * @enum {string}
             */
            publicTracking: "full" | "append";
            /** @description Language of the unsubscribe pages for contacts without their own language. */
            locale: string;
            /** @description Time zone of the project, such as Europe/Amsterdam. */
            timezone: string;
            /** @description Shown in marketing email and on the unsubscribe page. */
            postalAddress: string | null;
            /** @description Colour of buttons and switches on the pages for recipients, such as #1d4ed8; their text is black or white, whichever is easier to read. null: blue. */
            brandColor: string | null;
            /** @description How many marketing emails a contact gets at most. Emails above it wait for up to `holdAtMostHours`, and are then SUPPRESSED with the reason frequency_cap. null: no limit. */
            frequencyCap: components["schemas"]["FrequencyCap"] | null;
            /** @description When no marketing email is sent. It waits for the end of the quiet hours, and is never dropped. null: none. */
            quietHours: components["schemas"]["QuietHoursRecord"] | null;
            /** @description How long `frequencyCap` holds an email at most. Default: 48. */
            holdAtMostHours: number;
            /** @description Whether people who sign up confirm it by a link in an email. */
            doubleOptIn: components["schemas"]["DoubleOptIn"];
            /** @description Whether the consent ledger stores a keyed hash of the network that a person used. Default: false. */
            consentNetworks: boolean;
            /** @description Public pages with the campaigns that have `archived: true`. Off by default. */
            archive: components["schemas"]["Archive"];
            /** @description Contacts chosen at random who get no campaigns and no marketing email of workflows, to measure what all of it brings: GET /control-group/report. Default: none. */
            controlGroup: components["schemas"]["ControlGroup"];
            /** @description An email or campaign that an agent sends by MCP to more recipients than this waits for the approval of a person in the dashboard. 0: every one waits. Default: 100. */
            mcpApprovalAbove: number;
            /** @description Settings that work, but may have effects that nobody wants; usually empty. */
            warnings: string[];
            /** @description true if the operator has disabled the project. */
            disabled: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ProjectApplied: {
            /** @description Whether everything was undone. */
            dryRun: boolean;
            /** @description In the order in which they were made. Records without a change are left out. */
            changes: {
                /** @enum {string} */
                kind: "topic" | "brand" | "partial" | "template" | "settings" | "segment" | "workflow" | "form";
                /** @description The first file of the record. */
                path: string;
                name: string;
                /**
                 * @description kept: it would have been deleted, but it is in use.
                 * @enum {string}
                 */
                action: "created" | "changed" | "deleted" | "kept";
                /** @description The changed fields. */
                fields: string[];
                /** @description The change as a sentence. */
                words: string;
                /** @description Sentences that say what the change would do to people, such as how many would enter a segment. Empty unless it is a dry run. */
                effects: string[];
            }[];
            /** @description Number of records that were like their files. */
            unchanged: number;
            /** @description The hashes of all paths afterwards, for `base` of the next call. */
            base: {
                [key: string]: string;
            };
        };
        ProjectApply: {
            /** @description The files of the folder, at most 1000 and 8 MB together. */
            files: {
                /** @description Path in the folder, such as topics/news.jsonc. */
                path: string;
                /** @description The content of the file. */
                text: string;
            }[];
            /** @description The hashes of all paths as `GET /project/files` or the last call of this one returned them. A record that has changed since is a conflict. null: nothing is compared, and the files win. */
            base?: {
                [key: string]: string;
            } | null;
            /** @description Whether to undo everything in the end. Default: false. */
            dryRun?: boolean | null;
            /** @description Values for the placeholders of webhooks, by their names: `ORDERS__CRM__AUTHORIZATION` for `${secret.ORDERS__CRM__AUTHORIZATION}`. Those left out keep the value that the project has. */
            secrets?: {
                [key: string]: string;
            } | null;
            /** @description Whether to delete records whose files are missing, unless they are in use. Default: false. */
            prune?: boolean | null;
        };
        ProjectFileList: {
            files: {
                /** @description Path in the folder. */
                path: string;
                /** @description The content of the file. */
                text: string;
                /** @description SHA-256 of the text that the project has for this path, in hexadecimal. */
                hash: string;
            }[];
            /** @description Records that are not among the files. Applying files never changes them. */
            skipped: {
                /** @enum {string} */
                kind: "topic" | "brand" | "partial" | "template" | "settings" | "segment" | "workflow" | "form";
                id: string;
                name: string;
                /** @description Why files cannot express it, and what to do. */
                reason: string;
            }[];
            /** @description For `cursor` of the next request; null on the last page. */
            cursor: string | null;
            hasMore: boolean;
        };
        ProjectHealth: {
            /**
             * @description TOO_FEW: fewer than 200 emails in 7 days, which is too few to judge. PAUSED: marketing email waits until it is resumed; transactional email is never paused.
             * @enum {string}
             */
            state: "GOOD" | "TOO_FEW" | "WARNED" | "PAUSED";
            /** @description The cause of the state; null while it is GOOD. */
            reason: string | null;
            /** @description Share of the emails that bounced in the last 24 hours, 0 to 1. */
            bounceRate24h: number;
            /** @description Share of the emails that bounced in the last 7 days, 0 to 1. */
            bounceRate7d: number;
            /** @description Share of the emails of the last 24 hours that were reported as spam, 0 to 1; of those to receivers that report complaints. */
            complaintRate24h: number;
            /** @description Share of the emails of the last 7 days that were reported as spam, 0 to 1; of those to receivers that report complaints. */
            complaintRate7d: number;
            /** @description Emails sent in the last 24 hours, or since marketing email was last resumed. */
            emails24h: number;
            /** @description Emails sent in the last 7 days, or since marketing email was last resumed. */
            emails7d: number;
            /** @description Emails of the last 24 hours that were accepted by receivers that report complaints. Gmail does not report them. */
            reportable24h: number;
            /** @description Emails of the last 7 days that were accepted by receivers that report complaints. Gmail does not report them. */
            reportable7d: number;
            /** @description Receivers that refused emails in the last 7 days because of the sender or the email; at most 20, the most emails first. */
            refusals: components["schemas"]["SenderRefusal"][];
            /**
             * Format: date-time
             * @description When the state last changed; null if it has never changed.
             */
            changedAt: string | null;
            /** @description The recommended next step. */
            advice: string;
        };
        ProjectPatch: {
            name?: string;
            /**
             * Format: email
             * @description Default sender address.
             */
            defaultFrom?: string | null;
            /** @description Name of the default sender. */
            defaultFromName?: string | null;
            /**
             * Format: email
             * @description Default reply-to address. POST /v1/send calls it `reply`, as Plunk does.
             */
            replyTo?: string | null;
            /** @description Whether to track opens and clicks of marketing email; a request can override it. On by default. */
            tracking?: {
                opens?: boolean;
                clicks?: boolean;
            };
            /** @description Whether to track opens and clicks of transactional email; a request can override it. Off by default. */
            transactionalTracking?: {
                opens?: boolean;
                clicks?: boolean;
            };
            /**
             * @description Permissions of public keys on existing contacts with POST /v1/track. `full`: change their data and unsubscribe them. `append`: record events and add data keys that the contact does not have yet; the rest of the request is ignored.
             * @enum {string}
             */
            publicTracking?: "full" | "append";
            /** @description Language of the unsubscribe pages for contacts without their own language. */
            locale?: string;
            /** @description Time zone of the project, such as Europe/Amsterdam. */
            timezone?: string;
            /** @description Shown in marketing email and on the unsubscribe page. */
            postalAddress?: string | null;
            /** @description Colour of buttons and switches on the pages for recipients, such as #1d4ed8; their text is black or white, whichever is easier to read. null: blue. */
            brandColor?: string | null;
            /** @description How many marketing emails a contact gets at most. Emails above it wait for up to `holdAtMostHours`, and are then SUPPRESSED with the reason frequency_cap. null: no limit. */
            frequencyCap?: components["schemas"]["FrequencyCap"] | null;
            /** @description When no marketing email is sent. It waits for the end of the quiet hours, and is never dropped. null: none. */
            quietHours?: components["schemas"]["QuietHours"] | null;
            /** @description How long `frequencyCap` holds an email at most. Default: 48. */
            holdAtMostHours?: number;
            /** @description Whether people who sign up confirm it by a link in an email. */
            doubleOptIn?: components["schemas"]["DoubleOptInPatch"];
            /** @description Whether the consent ledger stores a keyed hash of the network that a person used. Default: false. */
            consentNetworks?: boolean;
            /** @description Public pages with the campaigns that have `archived: true`. Off by default. */
            archive?: components["schemas"]["ArchivePatch"];
            /** @description Contacts chosen at random who get no campaigns and no marketing email of workflows, to measure what all of it brings: GET /control-group/report. Default: none. */
            controlGroup?: components["schemas"]["ControlGroupPatch"];
            /** @description An email or campaign that an agent sends by MCP to more recipients than this waits for the approval of a person in the dashboard. 0: every one waits. Default: 100. */
            mcpApprovalAbove?: number;
        };
        QuietHours: {
            /** @description Local time at which the quiet hours begin. */
            from: string;
            /** @description Local time at which they end; on the next day if it is not later than `from`. If both are equal, they last for 24 hours. */
            to: string;
            /** @description The days on which quiet hours begin. Default: every day. */
            weekdays?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[] | null;
            /**
             * @description `contact` (default): the contact's data.timezone, or else the project's time zone. `project`: the project's time zone.
             * @enum {string}
             */
            timezone?: "contact" | "project";
        };
        QuietHoursRecord: {
            from: string;
            to: string;
            weekdays: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[] | null;
            /** @enum {string} */
            timezone: "contact" | "project";
        };
        RateComparison: {
            own: number;
            /** @description The median of the others. */
            median: number;
            /** @description 1 is the best: the highest rate of opens and clicks, the lowest of the other two. Equals share a place. */
            place: number;
            /** @description The others, and this campaign. */
            of: number;
        };
        ReceivedEmail: {
            id: string;
            /** @description null for an address in cc or bcc, and after the contact was deleted. */
            contactId: string | null;
            /** @description Address of the recipient; a keyed hash ("erased:…") after the contact was deleted. */
            to: string;
            from: string;
            /** @description The subject the recipient sees; until the email is composed, the subject as written. Empty after the contact was deleted. */
            subject: string;
            /**
             * @description SENT: the next mail server accepted the email. DELIVERED: it reached the mailbox; only some transports can tell.
             * @enum {string}
             */
            status: "QUEUED" | "SCHEDULED" | "SENDING" | "SENT" | "DELIVERED" | "DEFERRED" | "BOUNCED" | "COMPLAINED" | "FAILED" | "SUPPRESSED" | "CANCELLED";
            /** @description Why the email has this status, if that needs an explanation. */
            reason: string | null;
            /**
             * @description PROBE: it proves that the reports of a provider arrive, and counts nowhere.
             * @enum {string}
             */
            source: "TRANSACTIONAL" | "CAMPAIGN" | "WORKFLOW" | "TEST" | "PROBE";
            campaignId: string | null;
            /** @description The template that the email was made from, also through its campaign or workflow. */
            templateId: string | null;
            /** @description The workflow whose step sent the email. */
            workflowId: string | null;
            /** @description The trace of the request that accepted the email (header `traceparent`); null without one. */
            traceId: string | null;
            /** @description Key of the topic of a marketing email. null: it has none, or the topic was deleted. */
            topic: string | null;
            /** @description The Message-ID header, without angle brackets. */
            messageId: string;
            tags: string[];
            /** @description Delivery attempts so far. */
            attempts: number;
            lastReply: components["schemas"]["LastReply"] | null;
            /** @description The history of the email, oldest first. */
            events: components["schemas"]["EmailEvent"][];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the email was scheduled for; null if it was to be sent immediately. While it is held: when it is tried next.
             */
            scheduledFor: string | null;
            /** @description Why marketing email that is SCHEDULED waits: for the frequency cap or the quiet hours of the project. null: it is not held. */
            heldFor: ("cap" | "quiet_hours") | null;
            /** @description The transport of the project by which it leaves or left. null: that of this server. */
            transport: {
                id: string;
                name: string;
            } | null;
            /**
             * Format: date-time
             * @description When the next attempt is made, while the email is DEFERRED.
             */
            nextAttemptAt: string | null;
            /** Format: date-time */
            sentAt: string | null;
            /**
             * Format: date-time
             * @description When the contact was deleted and the address, subject, content, variables, opens, clicks and replies of mail servers were erased; otherwise null.
             */
            erasedAt: string | null;
            html: string;
            text: string;
            /** @description The headers of the email, name to value. Signatures are included only while the sent bytes are kept. */
            headers: {
                [key: string]: string;
            };
            /** @description The links of HTML and text in their order, each target once, at most 500. */
            links: components["schemas"]["ReceivedLink"][];
            /** @description Likely one-time codes in subject and text, the likeliest first, at most 10; digits without the spaces and hyphens between them. */
            codes: string[];
        };
        ReceivedLink: {
            /** @description The URL as the email has it, for following the link as its reader does. */
            url: string;
            /** @description Where the link leads: if tracking has rewritten it, the URL that was written; otherwise the same as url. */
            target: string;
            /** @description The words of the link in the HTML; null for a URL that is not a link there. */
            text: string | null;
        };
        /** @description An address, "Name <address>", {email, name}, or a list of these. */
        Recipients: string | components["schemas"]["NamedAddress"] | components["schemas"]["Address"][];
        RecurringCampaign: {
            id: string;
            name: string;
            description: string | null;
            previewText: string | null;
            fromName: string | null;
            replyTo: string | null;
            utm: components["schemas"]["CampaignUtm"] | null;
            /** @description Key of its topic. */
            topic: string | null;
            /** @description Whether the archive of the project shows it. */
            archived: boolean;
            /**
             * @description ALL: every subscribed contact. SEGMENT: the contacts of a segment. FILTERED: the contacts that match a filter. Unsubscribed and suppressed contacts are always left out.
             * @enum {string}
             */
            audienceType: "ALL" | "SEGMENT" | "FILTERED";
            /**
             * @description Whether the control group of the project gets the campaign. include: for messages that everybody has to get, such as a legal notice. Default: exclude.
             * @enum {string}
             */
            controlGroup: "exclude" | "include";
            segmentId: string | null;
            /** @description The filter as it was saved; null without one. */
            audienceFilter: components["schemas"]["FilterTree"] | null;
            ratePerMinute: number | null;
            sendAtLocalTime: string | null;
            bestHour: components["schemas"]["BestHourRecord"] | null;
            canary: components["schemas"]["CanaryRecord"] | null;
            test: components["schemas"]["VariantTestRecord"] | null;
            goal: components["schemas"]["GoalRecord"] | null;
            holdout: components["schemas"]["HoldoutRecord"] | null;
            /** @description The template whose current version each run copies. It supplies what is null here: subject, body, previewText, from, fromName, replyTo and topic. */
            templateId: string | null;
            /** @description null: that of the template. */
            subject: string | null;
            /** @description null: that of the template. */
            from: string | null;
            cron: string;
            timezone: string;
            enabled: boolean;
            /** @description The feed whose items it shows. */
            feed: {
                url: string;
                maxItems: number;
                onlyNew: boolean;
            } | null;
            /**
             * Format: date-time
             * @description The time of the next run; null while it is disabled.
             */
            nextRunAt: string | null;
            /**
             * Format: date-time
             * @description When somebody asked for a run that has not taken place yet.
             */
            runRequestedAt: string | null;
            /** @description The newest run; null before the first. */
            lastRun: components["schemas"]["RecurringRun"] | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description The body as it was saved; null: that of the template. */
            body: string | null;
            /** @description Variants B to D; null stands for the subject or body of the campaign itself, A. */
            variants: {
                subject: string | null;
                body: string | null;
            }[] | null;
        };
        RecurringCampaignCreate: {
            name: string;
            description?: string | null;
            /** @description Id or alias of a template. It supplies subject, body, preview text, sender, reply-to address and topic where the request has none. */
            template?: string | null;
            /** @description Liquid is supported. */
            subject?: string | null;
            /** @description The line that inboxes show after the subject; may contain Liquid. Default: the first words of the body. */
            previewText?: string | null;
            /** @description HTML, or MJML if it begins with <mjml>. Liquid is supported. At most 1 MB. */
            body?: string | null;
            /** @description Always null. Make the email as a template, and name it in `template`. */
            blocks?: null;
            /**
             * Format: email
             * @description Address of the sender. Its domain must be verified.
             */
            from?: string | null;
            /** @description Name of the sender, shown next to the address. Liquid is supported. */
            fromName?: string | null;
            /**
             * Format: email
             * @description Address for replies. Default: the sender. `POST /v1/send` calls it `reply`, as Plunk does.
             */
            replyTo?: string | null;
            /** @description Added to the http and https links of the body. A link that has a utm_ parameter already stays as it is, and so do the unsubscribe link and links that come from a variable. */
            utm?: components["schemas"]["CampaignUtm"] | null;
            /** @description Key of a topic: only contacts who are in it get the campaign. */
            topic?: string | null;
            /** @description Whether the archive of the project shows the email, without the data of any contact, once it is sent. Default: false. */
            archived?: boolean;
            /**
             * @description ALL: every subscribed contact. SEGMENT: the contacts of a segment. FILTERED: the contacts that match a filter. Unsubscribed and suppressed contacts are always left out.
             * @enum {string}
             */
            audienceType: "ALL" | "SEGMENT" | "FILTERED";
            /**
             * @description Whether the control group of the project gets the campaign. include: for messages that everybody has to get, such as a legal notice. Default: exclude.
             * @enum {string}
             */
            controlGroup?: "exclude" | "include";
            /** @description The segment, required with the audience type SEGMENT. An empty string counts as null. */
            segmentId?: string | null;
            /** @description The filter, required with the audience type FILTERED. It has the form of the `filters` of a segment. */
            audienceFilter?: components["schemas"]["FilterTree"] | null;
            /** @description Maximum emails per minute, spread evenly. Default: as fast as project and transport allow. */
            ratePerMinute?: number | null;
            /** @description Sends to each recipient at this time of day in their own time zone (the contact's `data.timezone`, otherwise that of the project), within a day of the start. */
            sendAtLocalTime?: string | null;
            /** @description Sends to each recipient at the hour at which they usually open email, in their own time zone, within a day of the start: the hour of most opens and clicks by people in the last 180 days, of which at least 3 are needed. */
            bestHour?: components["schemas"]["CampaignBestHour"] | null;
            /** @description Sends to a small share of the recipients first. The rest follows automatically after the wait, unless bounces or complaints have paused the campaign. */
            canary?: components["schemas"]["CampaignCanary"] | null;
            /** @description Other subjects or bodies, B to D, compared with those of the campaign, A. Requires `test`. */
            variants?: components["schemas"]["CampaignVariant"][] | null;
            /** @description How the variants are compared. Requires `variants`. */
            test?: components["schemas"]["CampaignVariantTest"] | null;
            /** @description The event that recipients are meant to reach. Conversions are in the statistics, and may decide a test of variants. */
            goal?: components["schemas"]["Goal"] | null;
            /** @description Holds back a share of the recipients, who get no email. The statistics compare how many of both reach the `goal`, which is required. */
            holdout?: components["schemas"]["Holdout"] | null;
            /** @description Minute, hour, day of month, month and day of week, as in cron: 0 9 * * mon is Mondays at 09:00. At most once an hour. */
            cron: string;
            /** @description The time zone of `cron`, such as Europe/Amsterdam. Default: UTC. */
            timezone?: string;
            /** @description Whether its runs begin by themselves. Default: true. */
            enabled?: boolean;
            /** @description A feed whose items the subject and the body show: `{% for item in feed.items %}{{ item.title }}{% endfor %}`. null: none. */
            feed?: components["schemas"]["FeedSettings"] | null;
        };
        RecurringCampaignList: {
            recurringCampaigns: components["schemas"]["RecurringCampaignSummary"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        RecurringCampaignPatch: {
            name?: string;
            description?: string | null;
            /** @description Id or alias of a template that each run takes its content from; null removes it. */
            template?: string | null;
            /** @description Liquid is supported. */
            subject?: string | null;
            /** @description The line that inboxes show after the subject; may contain Liquid. Default: the first words of the body. */
            previewText?: string | null;
            /** @description HTML, or MJML if it begins with <mjml>. Liquid is supported. At most 1 MB. */
            body?: string | null;
            /** @description Always null. Make the email as a template, and name it in `template`. */
            blocks?: null;
            /**
             * Format: email
             * @description Address of the sender. Its domain must be verified.
             */
            from?: string | null;
            /** @description Name of the sender, shown next to the address. Liquid is supported. */
            fromName?: string | null;
            /**
             * Format: email
             * @description Address for replies. Default: the sender. `POST /v1/send` calls it `reply`, as Plunk does.
             */
            replyTo?: string | null;
            /** @description Added to the http and https links of the body. A link that has a utm_ parameter already stays as it is, and so do the unsubscribe link and links that come from a variable. */
            utm?: components["schemas"]["CampaignUtm"] | null;
            /** @description Key of a topic: only contacts who are in it get the campaign. */
            topic?: string | null;
            /** @description Whether the archive of the project shows the email, without the data of any contact, once it is sent. Default: false. */
            archived?: boolean;
            /**
             * @description ALL: every subscribed contact. SEGMENT: the contacts of a segment. FILTERED: the contacts that match a filter. Unsubscribed and suppressed contacts are always left out.
             * @enum {string}
             */
            audienceType?: "ALL" | "SEGMENT" | "FILTERED";
            /**
             * @description Whether the control group of the project gets the campaign. include: for messages that everybody has to get, such as a legal notice. Default: exclude.
             * @enum {string}
             */
            controlGroup?: "exclude" | "include";
            /** @description The segment, required with the audience type SEGMENT. An empty string counts as null. */
            segmentId?: string | null;
            /** @description The filter, required with the audience type FILTERED. It has the form of the `filters` of a segment. */
            audienceFilter?: components["schemas"]["FilterTree"] | null;
            /** @description Maximum emails per minute, spread evenly. Default: as fast as project and transport allow. */
            ratePerMinute?: number | null;
            /** @description Sends to each recipient at this time of day in their own time zone (the contact's `data.timezone`, otherwise that of the project), within a day of the start. */
            sendAtLocalTime?: string | null;
            /** @description Sends to each recipient at the hour at which they usually open email, in their own time zone, within a day of the start: the hour of most opens and clicks by people in the last 180 days, of which at least 3 are needed. */
            bestHour?: components["schemas"]["CampaignBestHour"] | null;
            /** @description Sends to a small share of the recipients first. The rest follows automatically after the wait, unless bounces or complaints have paused the campaign. */
            canary?: components["schemas"]["CampaignCanary"] | null;
            /** @description Other subjects or bodies, B to D, compared with those of the campaign, A. Requires `test`. */
            variants?: components["schemas"]["CampaignVariant"][] | null;
            /** @description How the variants are compared. Requires `variants`. */
            test?: components["schemas"]["CampaignVariantTest"] | null;
            /** @description The event that recipients are meant to reach. Conversions are in the statistics, and may decide a test of variants. */
            goal?: components["schemas"]["Goal"] | null;
            /** @description Holds back a share of the recipients, who get no email. The statistics compare how many of both reach the `goal`, which is required. */
            holdout?: components["schemas"]["Holdout"] | null;
            /**
             * Format: date-time
             * @description Saves only if `updatedAt` of the recurring campaign still has this value, otherwise returns 409. Prevents overwriting a change that somebody else has saved.
             */
            ifUpdatedAt?: string;
            /** @description Minute, hour, day of month, month and day of week, as in cron: 0 9 * * mon is Mondays at 09:00. At most once an hour. */
            cron?: string;
            /** @description The time zone of `cron`, such as Europe/Amsterdam. Default: UTC. */
            timezone?: string;
            /** @description Whether its runs begin by themselves. Default: true. */
            enabled?: boolean;
            /** @description A feed whose items the subject and the body show: `{% for item in feed.items %}{{ item.title }}{% endfor %}`. null: none. */
            feed?: components["schemas"]["FeedSettings"] | null;
        };
        RecurringCampaignSummary: {
            id: string;
            name: string;
            description: string | null;
            previewText: string | null;
            fromName: string | null;
            replyTo: string | null;
            utm: components["schemas"]["CampaignUtm"] | null;
            /** @description Key of its topic. */
            topic: string | null;
            /** @description Whether the archive of the project shows it. */
            archived: boolean;
            /**
             * @description ALL: every subscribed contact. SEGMENT: the contacts of a segment. FILTERED: the contacts that match a filter. Unsubscribed and suppressed contacts are always left out.
             * @enum {string}
             */
            audienceType: "ALL" | "SEGMENT" | "FILTERED";
            /**
             * @description Whether the control group of the project gets the campaign. include: for messages that everybody has to get, such as a legal notice. Default: exclude.
             * @enum {string}
             */
            controlGroup: "exclude" | "include";
            segmentId: string | null;
            /** @description The filter as it was saved; null without one. */
            audienceFilter: components["schemas"]["FilterTree"] | null;
            ratePerMinute: number | null;
            sendAtLocalTime: string | null;
            bestHour: components["schemas"]["BestHourRecord"] | null;
            canary: components["schemas"]["CanaryRecord"] | null;
            test: components["schemas"]["VariantTestRecord"] | null;
            goal: components["schemas"]["GoalRecord"] | null;
            holdout: components["schemas"]["HoldoutRecord"] | null;
            /** @description The template whose current version each run copies. It supplies what is null here: subject, body, previewText, from, fromName, replyTo and topic. */
            templateId: string | null;
            /** @description null: that of the template. */
            subject: string | null;
            /** @description null: that of the template. */
            from: string | null;
            cron: string;
            timezone: string;
            enabled: boolean;
            /** @description The feed whose items it shows. */
            feed: {
                url: string;
                maxItems: number;
                onlyNew: boolean;
            } | null;
            /**
             * Format: date-time
             * @description The time of the next run; null while it is disabled.
             */
            nextRunAt: string | null;
            /**
             * Format: date-time
             * @description When somebody asked for a run that has not taken place yet.
             */
            runRequestedAt: string | null;
            /** @description The newest run; null before the first. */
            lastRun: components["schemas"]["RecurringRun"] | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        RecurringRun: {
            id: string;
            /**
             * @description SENT: `campaignId` was created and started. SKIPPED: there was nothing to send. FAILED: the campaign could not be sent, and somebody has to change something. Later runs go on in any case.
             * @enum {string}
             */
            outcome: "SENT" | "SKIPPED" | "FAILED";
            /** @description Why there is no campaign; null for SENT. */
            reason: string | null;
            /** @description The campaign of this run, with its own figures. */
            campaignId: string | null;
            /** @description The subject of that campaign; null if there is none, or if it was deleted. */
            subject: string | null;
            /** @description Whether somebody asked for the run. */
            manual: boolean;
            /** @description How many items of the feed it has; null without a feed or a campaign. */
            items: number | null;
            /**
             * Format: date-time
             * @description The time of the schedule, or when somebody asked for the run.
             */
            scheduledFor: string;
            /** Format: date-time */
            ranAt: string;
        };
        RecurringRunList: {
            runs: components["schemas"]["RecurringRun"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        RemoveFromSegmentStep: {
            /** @description Unique in the workflow, such as welcome-email. */
            id: string;
            /** @constant */
            type: "REMOVE_FROM_SEGMENT";
            name?: string | null;
            config: {
                /** @description Id of a static segment. */
                segmentId: string;
            };
            /** @description Id of the next step, or an object with one id per branch. null or absent: the end. */
            next?: components["schemas"]["NextStep"] | null;
        };
        RenderedDraft: {
            subject: string;
            html: string;
            text: string;
            /** @description Variables that had no value; they print nothing. */
            missing: string[];
            /** @description The body that was rendered; with blocks, the MJML generated from them. */
            body: string;
            /** @description Names of the variables that the template uses. */
            variables: string[];
            /** @description Variables that print nothing without a value, because they have no fallback: at most 50, without those that every email has. */
            required: string[];
            /** @description Hints for the author. None of them prevents sending. */
            checks: components["schemas"]["TemplateCheck"][];
        };
        RenderedEmailPartial: {
            html: string;
            text: string;
            /** @description Variables that had no value; they print nothing. */
            missing: string[];
            /** @description Names of the variables that the partial uses. */
            variables: string[];
            /** @description Hints for the author. */
            checks: components["schemas"]["TemplateCheck"][];
        };
        RenderedSavedTemplate: {
            subject: string;
            html: string;
            text: string;
            /** @description Variables that had no value; they print nothing. */
            missing: string[];
            /** @description The translation that was rendered; null for the texts of the template itself. */
            language: string | null;
        };
        ReportSource: {
            /** @description The IP address; 0.0.0.0 for the smallest sources of long reports. */
            source: string;
            /** @description The /24 or /48 that it belongs to. */
            network: string;
            /** @description Its name by reverse DNS. */
            name: string | null;
            /**
             * @description ours: email of this server. ours-failing: such email that does not pass DMARC. forwarder: passes email of this server on. service: passes DMARC by another key or SPF. unknown: does not pass.
             * @enum {string}
             */
            kind: "ours" | "ours-failing" | "forwarder" | "service" | "unknown";
            /**
             * Format: date
             * @description The first day in any signed report.
             */
            firstSeen: string;
            /** @description Messages that receivers saw with the domain in their From. */
            messages: number;
            /** @description Those that passed DMARC, by DKIM or SPF. */
            aligned: number;
            /** @description Those that this server sent: signed by one of its keys, or with its return path. */
            ours: number;
            /** @description Those of `ours` that passed DMARC. */
            oursAligned: number;
            /** @description Messages that receivers quarantined or rejected. */
            rejected: number;
            /** @description The next step, as a sentence. */
            advice: string;
        };
        ReportSourceList: {
            sources: components["schemas"]["ReportSource"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        Reputation: {
            /** @description The time zone of the days: that of the project. */
            timezone: string;
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            /** @description The sums of all days. */
            totals: {
                /** @description Emails that were accepted or refused: those that came to an end. */
                emails: number;
                /** @description Emails that the mail server took: that of the receiver, or the relay. */
                accepted: number;
                /** @description Attempts that were put off, or found no server. An email can have several. */
                deferred: number;
                /** @description Emails that were refused for good, at once or by a report afterwards. */
                bounced: number;
                /** @description Emails that were reported as spam. */
                complained: number;
                /** @description Share of `emails` that bounced, 0 to 1; null without any. */
                bounceRate: number | null;
                /** @description Share of all attempts that were put off, 0 to 1; null without any. */
                deferralRate: number | null;
                /** @description Share of `accepted` that were reported as spam, 0 to 1; null without any. */
                complaintRate: number | null;
            };
            /** @description Every day, oldest first. A report counts on the day on which it came. */
            days: {
                /** Format: date */
                date: string;
                /** @description Emails that were accepted or refused: those that came to an end. */
                emails: number;
                /** @description Emails that the mail server took: that of the receiver, or the relay. */
                accepted: number;
                /** @description Attempts that were put off, or found no server. An email can have several. */
                deferred: number;
                /** @description Emails that were refused for good, at once or by a report afterwards. */
                bounced: number;
                /** @description Emails that were reported as spam. */
                complained: number;
                /** @description Share of `emails` that bounced, 0 to 1; null without any. */
                bounceRate: number | null;
                /** @description Share of all attempts that were put off, 0 to 1; null without any. */
                deferralRate: number | null;
                /** @description Share of `accepted` that were reported as spam, 0 to 1; null without any. */
                complaintRate: number | null;
            }[];
            /** @description By mailbox provider, the most emails first. */
            providers: {
                /**
                 * @description `others`: no large provider, or one that is not known.
                 * @enum {string}
                 */
                provider: "google" | "microsoft" | "yahoo" | "apple" | "comcast" | "gmx" | "telekom" | "orange" | "free" | "mailru" | "yandex" | "tencent" | "netease" | "proton" | "zoho" | "fastmail" | "mimecast" | "proofpoint" | "barracuda" | "ionos" | "ovh" | "others";
                /** @description Emails that were accepted or refused: those that came to an end. */
                emails: number;
                /** @description Emails that the mail server took: that of the receiver, or the relay. */
                accepted: number;
                /** @description Attempts that were put off, or found no server. An email can have several. */
                deferred: number;
                /** @description Emails that were refused for good, at once or by a report afterwards. */
                bounced: number;
                /** @description Emails that were reported as spam. */
                complained: number;
                /** @description Share of `emails` that bounced, 0 to 1; null without any. */
                bounceRate: number | null;
                /** @description Share of all attempts that were put off, 0 to 1; null without any. */
                deferralRate: number | null;
                /** @description Share of `accepted` that were reported as spam, 0 to 1; null without any. */
                complaintRate: number | null;
            }[];
            /** @description By sending address, the most emails first. */
            senders: {
                /** @description For the parameter `sender`. */
                id: string;
                /** @description The transport of a project; null: that of the server. */
                transport: {
                    id: string;
                    /** @description null: it was deleted. */
                    name: string | null;
                } | null;
                /** @description The IP address that own delivery was told to use; null if it is that of a relay, or the only one. */
                address: string | null;
                /** @description Emails that were accepted or refused: those that came to an end. */
                emails: number;
                /** @description Emails that the mail server took: that of the receiver, or the relay. */
                accepted: number;
                /** @description Attempts that were put off, or found no server. An email can have several. */
                deferred: number;
                /** @description Emails that were refused for good, at once or by a report afterwards. */
                bounced: number;
                /** @description Emails that were reported as spam. */
                complained: number;
                /** @description Share of `emails` that bounced, 0 to 1; null without any. */
                bounceRate: number | null;
                /** @description Share of all attempts that were put off, 0 to 1; null without any. */
                deferralRate: number | null;
                /** @description Share of `accepted` that were reported as spam, 0 to 1; null without any. */
                complaintRate: number | null;
            }[];
        };
        ReputationBrakes: {
            /** @description The time zone of `from` and `to`: that of the project. */
            timezone: string;
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            /** @description Those of these days, at most 200, the newest first. */
            brakes: {
                /**
                 * @description warned, paused: the health of the project. transport, destination: it rested, because it did not work or accepted no more email. warm-up: the emails of a day were used up.
                 * @enum {string}
                 */
                kind: "warned" | "paused" | "transport" | "destination" | "warm-up";
                /** @description The transport, or the receiver of own delivery; null for the health of the project. */
                name: string | null;
                /** @description The transport of the project; null: that of the server, or deleted. */
                transport: {
                    id: string;
                    name: string;
                } | null;
                reason: string | null;
                /** Format: date-time */
                since: string;
                /**
                 * Format: date-time
                 * @description null: it still slows email down.
                 */
                endedAt: string | null;
            }[];
        };
        ReputationReplies: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            /** @description At most 100, the most frequent first. */
            replies: {
                /** @enum {string} */
                provider: "google" | "microsoft" | "yahoo" | "apple" | "comcast" | "gmx" | "telekom" | "orange" | "free" | "mailru" | "yandex" | "tencent" | "netease" | "proton" | "zoho" | "fastmail" | "mimecast" | "proofpoint" | "barracuda" | "ionos" | "ovh" | "others";
                /** @enum {string} */
                effect: "deferred" | "refused" | "reported";
                /** @description The reply without numbers, ids and addresses; null: all replies beyond the 20 most frequent of a day and provider. */
                reply: string | null;
                /** @description How many emails got it in these days. */
                emails: number;
                /**
                 * Format: date-time
                 * @description When it began: the first one after at least 7 days without. It may be before `from`.
                 */
                since: string;
                /** Format: date-time */
                lastAt: string;
            }[];
        };
        /** @description Paragraphs and lists of text that can be bold, italic or a link. */
        RichText: {
            /** @constant */
            type: "doc";
            content: components["schemas"]["ParagraphOrList"][];
        };
        RotatedKey: {
            id: string;
            name: string;
            /** @enum {string} */
            kind: "secret" | "public";
            /** @description Permissions of the key. full: everything. send: the operations under /v1. read: every GET, previews and rendering. A public key has the scope track. */
            scopes: string[];
            /** @description The first characters, for recognizing the key. */
            prefix: string;
            /** @description The last four characters. */
            lastFour: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Address of the person or name of the API key that created the key; null if it was created on the command line. */
            createdBy: string | null;
            /** Format: date-time */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When the key was last used, to the minute.
             */
            lastUsedAt: string | null;
            /** @description The full key, shown only once; null in a replayed response. */
            key: string | null;
            /** @description The old key and when it stops working. */
            replaces: {
                id: string;
                /** Format: date-time */
                expiresAt: string;
            };
        };
        SavedTemplateRender: {
            /** @description Values for the variables, at most 256 kB of JSON. They override those of the contact, except `contact.*`. */
            data?: {
                [key: string]: unknown;
            };
            /** @description Id of the contact whose data to fill in. */
            contactId?: string;
            /** @description The language to show, as for a contact with this `locale`. Default: that of the contact. */
            language?: string;
        };
        ScheduleTrigger: {
            /** @constant */
            type: "SCHEDULE";
            /** @description Minute, hour, day of month, month and day of week, as in cron: 0 9 * * mon is Mondays at 09:00. */
            cron: string;
            /** @description Default: UTC. */
            timezone?: string | null;
            /** @description Only contacts in this segment. Default: all contacts. */
            segmentId?: string | null;
        };
        Segment: {
            id: string;
            name: string;
            description: string | null;
            /**
             * @description DYNAMIC: all contacts that match the filters. STATIC: the contacts that were added.
             * @enum {string}
             */
            type: "DYNAMIC" | "STATIC";
            /** @description The filter of a dynamic segment; null for a static one. */
            filters: components["schemas"]["FilterTree"] | null;
            trackMembership: boolean;
            /** @description Number of contacts in the segment. Exact for static and tracked ones; otherwise the last known number, 0 until there is one. */
            memberCount: number;
            /**
             * Format: date-time
             * @description When the members were last counted. null for a static or tracked segment, whose count is always exact, and until a new or changed segment has been counted.
             */
            memberCountAt: string | null;
            /** @description Why the members could not be counted; null if they were, or have not been counted yet. */
            memberCountError: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        SegmentCreate: {
            name: string;
            description?: string | null;
            /** @description DYNAMIC: all contacts that match the filters. STATIC: the contacts that were added. Default: DYNAMIC. */
            type?: ("DYNAMIC" | "STATIC") | null;
            /** @description Required for a dynamic segment; not allowed for a static one. */
            filters?: components["schemas"]["FilterTree"] | null;
            /** @description Whether entering and leaving are recorded as the events segment.entered and segment.left, within a minute. Contacts that are in the segment when this is switched on, or its filters are changed, cause no event. */
            trackMembership?: boolean | null;
            /** @description Addresses of the first members of a static segment. */
            emails?: string[] | null;
        };
        SegmentEnteredEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "segment.entered";
            data: {
                id: string;
                /** @constant */
                name: "segment.entered";
                /** @description null if the event is about an email to an address without a contact (cc, bcc), or if the contact was deleted. */
                contactId: string | null;
                /** @description The contact's address. */
                email: string | null;
                /** @description Id of the email that the event is about. */
                emailId: string | null;
                data: {
                    segmentId: string;
                    segmentName: string;
                };
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                createdAt: string;
            };
        };
        SegmentEnteredTrigger: {
            /** @constant */
            type: "SEGMENT_ENTERED";
            /** @description Id of a segment. */
            segmentId: string;
        };
        SegmentExplained: {
            /** @description Id of the segment. */
            segmentId: string;
            /** @description Id of the contact. */
            contactId: string;
            /** @description Whether the contact is a member. */
            isMember: boolean;
            /** @description The filters as a sentence; null for a static segment. */
            words: string | null;
            /** @description The whole filter first, then each condition in order; empty for a static segment. */
            conditions: {
                /** @description Path in the filters, such as conditions.0; empty for the whole filter. */
                path: string;
                /** @description null for a group of conditions. */
                field: string | null;
                /** @description The operator of the condition or group. */
                operator: string;
                /** @description The condition as a sentence. */
                words: string;
                /** @description Whether it is true for this contact. */
                holds: boolean;
                /** @description The actual state of the contact: the value of a field, the number of events or emails, or whether it is in the other segment. null without a value, and for a group. */
                actual: unknown;
            }[];
        };
        SegmentGrowth: {
            /** @description Oldest first. Days without a known number are left out: a dynamic segment that is not tracked only has the days on which it was counted. */
            days: {
                /**
                 * Format: date
                 * @description A day in UTC.
                 */
                day: string;
                /** @description Number of contacts in the segment, as last recorded on that day. */
                members: number;
            }[];
        };
        SegmentLeftEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "segment.left";
            data: {
                id: string;
                /** @constant */
                name: "segment.left";
                /** @description null if the event is about an email to an address without a contact (cc, bcc), or if the contact was deleted. */
                contactId: string | null;
                /** @description The contact's address. */
                email: string | null;
                /** @description Id of the email that the event is about. */
                emailId: string | null;
                data: {
                    segmentId: string;
                    segmentName: string;
                };
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                createdAt: string;
            };
        };
        SegmentLeftTrigger: {
            /** @constant */
            type: "SEGMENT_LEFT";
            /** @description Id of a segment. */
            segmentId: string;
        };
        SegmentList: {
            segments: components["schemas"]["SegmentWithUses"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        SegmentPatch: {
            name?: string;
            description?: string | null;
            /** @description The new filters of a dynamic segment. null only for a static one, which has none. */
            filters?: components["schemas"]["FilterTree"] | null;
            /** @description Whether entering and leaving are recorded as the events segment.entered and segment.left, within a minute. Contacts that are in the segment when this is switched on, or its filters are changed, cause no event. */
            trackMembership?: boolean;
        };
        SegmentPreview: {
            filters: components["schemas"]["FilterTree"];
        };
        SegmentPreviewed: {
            /** @description Number of matching contacts. */
            count: number;
            /** @description The ten newest of them. */
            sample: components["schemas"]["Contact"][];
            /** @description The filter as a sentence. */
            words: string;
            /** @description Duration of the count in milliseconds. */
            tookMs: number;
        };
        SegmentWithUses: {
            id: string;
            name: string;
            description: string | null;
            /**
             * @description DYNAMIC: all contacts that match the filters. STATIC: the contacts that were added.
             * @enum {string}
             */
            type: "DYNAMIC" | "STATIC";
            /** @description The filter of a dynamic segment; null for a static one. */
            filters: components["schemas"]["FilterTree"] | null;
            trackMembership: boolean;
            /** @description Number of contacts in the segment. Exact for static and tracked ones; otherwise the last known number, 0 until there is one. */
            memberCount: number;
            /**
             * Format: date-time
             * @description When the members were last counted. null for a static or tracked segment, whose count is always exact, and until a new or changed segment has been counted.
             */
            memberCountAt: string | null;
            /** @description Why the members could not be counted; null if they were, or have not been counted yet. */
            memberCountError: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Campaigns, recurring campaigns, workflows and segments that use the segment. It cannot be deleted while an unfinished campaign, an enabled recurring campaign or an enabled workflow uses it, directly or through another segment; other segments whose filters refer to it stop working. */
            usedBy: {
                /** @enum {string} */
                kind: "campaign" | "recurring_campaign" | "workflow" | "segment";
                /** @description Id of the campaign, recurring campaign, workflow or segment. */
                id: string;
                name: string;
            }[];
        };
        SendAnswer: {
            /** @description Always true. */
            success: boolean;
            data: {
                /** @description One entry per recipient, in the order of the request: to, cc, bcc. */
                emails: {
                    contact: {
                        /** @description null for an address in cc or bcc. */
                        id: string | null;
                        email: string;
                    };
                    /** @description Id of the email, for GET /emails/{id}. */
                    email: string;
                    /** @enum {string} */
                    status: "QUEUED" | "SCHEDULED" | "SUPPRESSED";
                    /**
                     * @description Why the email is suppressed. unsubscribed: the contact unsubscribed. not_subscribed: the contact never subscribed. paused: the contact asked for no marketing email for a while. not_in_topic: the contact left the topic of the email, or has not chosen it.
                     * @enum {string}
                     */
                    reason?: "unsubscribed" | "not_subscribed" | "paused" | "not_in_topic" | "hard_bounce" | "complaint" | "manual" | "soft_bounces";
                    /** @description Variables of the content that neither the request nor the contact has a value for, at most 50; they print nothing. Those with a fallback, and those inside an if, unless or case, are not listed. */
                    missing: string[];
                }[];
                /** Format: date-time */
                timestamp: string;
            };
        };
        SendEmailStep: {
            /** @description Unique in the workflow, such as welcome-email. */
            id: string;
            /** @constant */
            type: "SEND_EMAIL";
            name?: string | null;
            config: {
                /** @description Id or alias of a template. Without it, subject and body are required. */
                templateId?: string | null;
                subject?: string | null;
                /** @description HTML or MJML, with Liquid. */
                body?: string | null;
                /** @description The document of the block editor, at most 256 kB of JSON. The body is generated from it, so send one of the two, or both unchanged as the API returned them. */
                blocks?: components["schemas"]["BlockDocument"] | null;
                /** @description The line that inboxes show after the subject; may contain Liquid. Default: the first words of the body. */
                previewText?: string | null;
                /** @description Added to the http and https links of the body. A link that has a utm_ parameter already stays as it is, and so do the unsubscribe link and links that come from a variable. */
                utm?: {
                    /** @description utm_source, such as newsletter. */
                    source?: string;
                    /** @description utm_medium, such as email. */
                    medium?: string;
                    /** @description utm_campaign, such as spring-2030. */
                    campaign?: string;
                } | null;
                /** @description Key of the topic of this email: marketing email goes to contacts who are in it. Default: the topic of the template. */
                topic?: string | null;
                /**
                 * Format: email
                 * @description Default: the project's defaultFrom.
                 */
                from?: string | null;
                /** @description With Liquid. */
                fromName?: string | null;
                /**
                 * Format: email
                 * @description Where replies go. POST /v1/send calls it `reply`, as Plunk does.
                 */
                replyTo?: string | null;
                /** @description Type of an email without a template. MARKETING (default) goes to subscribed contacts only. */
                type?: ("TRANSACTIONAL" | "MARKETING") | null;
                /** @description `contact` (default), or another address that gets this email instead, such as a colleague. */
                to?: string | null;
            };
            /** @description Id of the next step, or an object with one id per branch. null or absent: the end. */
            next?: components["schemas"]["NextStep"] | null;
        };
        SendRequest: {
            to: components["schemas"]["Recipients"];
            /** @description Copies of the email. Needs exactly one address in `to`. Not allowed with a marketing template. */
            cc?: components["schemas"]["Recipients"];
            /** @description Like cc, but other recipients do not see it. Not allowed with a marketing template. */
            bcc?: components["schemas"]["Recipients"];
            /** @description Subject line; may contain Liquid. Required without a template. */
            subject?: string;
            /** @description The HTML of the email, at most 1 MB; may contain Liquid. Required without a template or text. */
            body?: string;
            /** @description The plain text part, at most 1 MB. Default: generated from the HTML. Without a body the email is text only. */
            text?: string;
            /** @description Id or alias of a template. It supplies subject, body, text, sender and reply-to address where the request has none. */
            template?: string;
            /** @description The language of the email, if its template is translated, and of the footer. Default: `locale` of the contact. */
            language?: string;
            /** @description Key of the topic of this email. Marketing email goes to contacts who are in it; transactional email ignores it. Default: the topic of the template. */
            topic?: string;
            /** @description The sender. Its domain must be verified. Default: the sender of the template, then the default sender of the project. */
            from?: components["schemas"]["Address"];
            /** @description Name of the sender, used if `from` has no name. */
            name?: string;
            /** @description Subscription to set on the contacts of the recipients. Default: unchanged; a new contact is not subscribed. */
            subscribed?: boolean;
            /** @description Values for the variables of this email, at most 256 kB of JSON. They override those of the contact, except `contact.*`. They are not stored on the contact, except those written as {"value": …, "persistent": true}. */
            data?: {
                [key: string]: unknown;
            };
            /** @description Your own headers, at most 50: name to value. */
            headers?: {
                [key: string]: string;
            };
            /** @description Where replies go. Default: the reply-to address of the template, then of the project. Named `reply` here, as in Plunk; templates, campaigns, workflow steps and the project name it `replyTo`. */
            reply?: components["schemas"]["Address"];
            /** @description At most 10 files, 10 MB in total. */
            attachments?: components["schemas"]["Attachment"][];
            /**
             * Format: date-time
             * @description When to send the email, at most a year ahead. Default: immediately.
             */
            scheduledFor?: string;
            /** @description Whether to track opens and clicks of this email. Default: the setting of the project, which is `tracking` for marketing email and `transactionalTracking` for the rest. */
            tracking?: {
                opens?: boolean;
                clicks?: boolean;
            };
            /** @description Your own labels, at most 20; GET /emails?tag=… finds the email by them. */
            tags?: string[];
        };
        SenderRefusal: {
            /** @description The domain of the recipients. */
            receiver: string;
            /**
             * @description The objection of the receiver.
             * @enum {string}
             */
            kind: "authentication" | "blocklist" | "content" | "size" | "rate" | "server" | "policy";
            /** @description Its newest answer, without addresses. */
            answer: string;
            /** @description How many emails it refused. */
            emails: number;
            /** Format: date-time */
            since: string;
            /** Format: date-time */
            lastAt: string;
            /** @description The recommended next step. */
            advice: string;
        };
        SesSettings: {
            region: string;
            accessKeyId: string;
            configurationSet: string | null;
            /** @description null: the public endpoint of the region. */
            endpoint: string | null;
            sign: boolean;
        };
        SesSettingsCreate: {
            /** @description The region of AWS in which the account sends. */
            region: string;
            /** @description An access key with the permissions ses:SendEmail, ses:SendRawEmail and ses:GetAccount. */
            accessKeyId: string;
            /** @description Stored encrypted, never shown. */
            secretAccessKey: string;
            /** @description The configuration set of every email. */
            configurationSet?: string | null;
            /** @description Default: the public endpoint of the region. */
            endpoint?: string | null;
            /** @description Default: true. */
            sign?: boolean | null;
        };
        SesTransport: {
            id: string;
            name: string;
            /** @constant */
            type: "ses";
            settings: components["schemas"]["SesSettings"];
            /** @description Maximum emails per second; 0: no limit. */
            ratePerSecond: number;
            /** @description Maximum connections at the same time, per node. */
            maxConnections: number;
            /** @description Whether it sends for domains that name no transports. */
            isDefault: boolean;
            /** @description The domains that name it; change them with PATCH /domains/{id}. */
            domains: {
                id: string;
                domain: string;
            }[];
            /** @description As the last attempts show. */
            state: {
                /**
                 * @description failing: email waits, or leaves by another transport.
                 * @enum {string}
                 */
                status: "working" | "failing";
                lastError: string | null;
                /**
                 * Format: date-time
                 * @description When it stopped working.
                 */
                since: string | null;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        SesTransportCreate: {
            /** @description Unique in the project. */
            name: string;
            /**
             * @description Amazon SES, by its API.
             * @constant
             */
            type: "ses";
            settings: components["schemas"]["SesSettingsCreate"];
            /** @description Default: the rate that the operator has set for projects. */
            ratePerSecond?: number | null;
            /** @description Default: 10. */
            maxConnections?: number | null;
            /** @description Default: false. */
            isDefault?: boolean | null;
        };
        /** @description Shows the block only to contacts that match this filter. It has the form of a FilterTree, whose fields are email, subscribed and data.<key>, with all their operators. */
        ShowIf: components["schemas"]["FilterTree"];
        SimulatedContact: {
            /** @description Id of a contact of this project to simulate. */
            id?: string | null;
            /**
             * Format: email
             * @description Required without id.
             */
            email?: string | null;
            /** @description Default: the contact's own value, or true. */
            subscribed?: boolean | null;
            /**
             * Format: date-time
             * @description Until when the contact wants no marketing email. Default: the contact's own value.
             */
            pausedUntil?: string | null;
            /** @description Choices by the keys of topics, merged into the contact's own. */
            topics?: {
                [key: string]: boolean | null;
            } | null;
            /** @description Merged into the contact's own data. */
            data?: {
                [key: string]: unknown;
            } | null;
            /** @description Ids of segments that the contact is a member of. Default: none. */
            segments?: string[] | null;
        };
        SmtpSettings: {
            host: string;
            port: number;
            /** @enum {string} */
            tls: "implicit" | "required" | "opportunistic";
            user: string | null;
            /** @description Whether a password is stored. It is never shown. */
            hasPassword: boolean;
            /** @description OAuth 2 instead of a password, without its secrets. */
            oauth2: {
                tokenUrl: string;
                clientId: string;
                scope: string | null;
            } | null;
            verifyCertificate: boolean;
            sign: boolean;
            provider: ("ses" | "sendgrid" | "mailgun" | "postmark" | "resend" | "brevo" | "mailjet" | "sparkpost" | "custom") | null;
        };
        SmtpSettingsCreate: {
            /** @description Host name or address of the mail server. It must be public, unless the operator of this server allows it with ALLOW_PRIVATE_HOSTS. */
            host: string;
            /** @description Default: 465 with tls implicit, otherwise 587. */
            port?: number | null;
            /** @description Default: implicit on port 465, otherwise required. */
            tls?: ("implicit" | "required" | "opportunistic") | null;
            user?: string | null;
            /** @description Stored encrypted, never shown. */
            password?: string | null;
            /** @description Signs in with OAuth 2 instead of a password, as Microsoft 365 and Google require. */
            oauth2?: {
                /** @description Where access tokens are issued, by https, such as https://oauth2.googleapis.com/token. */
                tokenUrl: string;
                /** @description The id of the registered application. */
                clientId: string;
                /** @description Stored encrypted, never shown. */
                clientSecret: string;
                /** @description For a mailbox whose owner has agreed. Without it, the application signs in by itself. */
                refreshToken?: string | null;
                /** @description The permissions to ask for, such as https://outlook.office365.com/.default. */
                scope?: string | null;
            } | null;
            /** @description Default: true. */
            verifyCertificate?: boolean | null;
            /** @description Default: true. */
            sign?: boolean | null;
            provider?: ("ses" | "sendgrid" | "mailgun" | "postmark" | "resend" | "brevo" | "mailjet" | "sparkpost" | "custom") | null;
        };
        SmtpTransport: {
            id: string;
            name: string;
            /** @constant */
            type: "smtp";
            settings: components["schemas"]["SmtpSettings"];
            /** @description Maximum emails per second; 0: no limit. */
            ratePerSecond: number;
            /** @description Maximum connections at the same time, per node. */
            maxConnections: number;
            /** @description Whether it sends for domains that name no transports. */
            isDefault: boolean;
            /** @description The domains that name it; change them with PATCH /domains/{id}. */
            domains: {
                id: string;
                domain: string;
            }[];
            /** @description As the last attempts show. */
            state: {
                /**
                 * @description failing: email waits, or leaves by another transport.
                 * @enum {string}
                 */
                status: "working" | "failing";
                lastError: string | null;
                /**
                 * Format: date-time
                 * @description When it stopped working.
                 */
                since: string | null;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        SmtpTransportCreate: {
            /** @description Unique in the project. */
            name: string;
            /**
             * @description A relay, that is a mail server that delivers for you.
             * @constant
             */
            type: "smtp";
            settings: components["schemas"]["SmtpSettingsCreate"];
            /** @description Default: the rate that the operator has set for projects. */
            ratePerSecond?: number | null;
            /** @description Default: 10. */
            maxConnections?: number | null;
            /** @description Default: false. */
            isDefault?: boolean | null;
        };
        /** @description Links to pages elsewhere, shown as words. */
        SocialBlock: {
            /** @description Identifies the block in an editor; any text. */
            id?: string;
            showIf?: components["schemas"]["ShowIf"];
            /** @constant */
            type: "social";
            /** @description null: the links of the brand kit. */
            links?: components["schemas"]["SocialLink"][] | null;
            /**
             * @description Default: "center".
             * @enum {string}
             */
            align?: "left" | "center" | "right";
        };
        SocialLink: {
            /** @enum {string} */
            network: "facebook" | "instagram" | "x" | "linkedin" | "youtube" | "tiktok" | "pinterest" | "threads" | "bluesky" | "mastodon" | "whatsapp" | "telegram" | "discord" | "github" | "reddit" | "snapchat" | "twitch" | "spotify" | "vimeo" | "website" | "email";
            /** @description A URL, or Liquid that prints one; may be empty. */
            href: string;
            /** @description The word to show. Default: the name of the network. */
            label?: string;
        };
        SpacerBlock: {
            /** @description Identifies the block in an editor; any text. */
            id?: string;
            showIf?: components["schemas"]["ShowIf"];
            /** @constant */
            type: "spacer";
            /** @description In pixels. Default: 24. */
            height?: number;
        };
        SpamCheck: {
            /** @description The field with the email: body, or variants.0.body of a campaign. */
            field: string;
            /** @description The language of a translation. null: not a translation. */
            language: string | null;
            /** @description The subject, as the judged recipient gets it. */
            subject: string;
            /** @description null if there is no judgement: then a finding says why. */
            spam: components["schemas"]["SpamScore"] | null;
            findings: components["schemas"]["ContentFinding"][];
        };
        SpamChecks: {
            /** @description The campaign itself, then its variants, then its translations: at most 10 are judged. */
            emails: components["schemas"]["SpamCheck"][];
        };
        SpamChecksAnswer: {
            /** @description Always true. */
            success: boolean;
            data: components["schemas"]["SpamChecks"];
        };
        SpamScore: {
            /** @description The points of the email. */
            score: number;
            /** @description The points from which on it is spam. */
            threshold: number;
            /** @description The rules that count, the dearest first. */
            rules: {
                name: string;
                points: number;
                description: string;
            }[];
        };
        SplitStep: {
            /** @description Unique in the workflow, such as welcome-email. */
            id: string;
            /** @constant */
            type: "SPLIT";
            name?: string | null;
            config: {
                /** @description Share of each branch, such as {"a": 50, "b": 50}. A contact always takes the same one. */
                weights: {
                    [key: string]: number;
                };
            };
            /** @description Id of the next step, or an object with one id per branch. null or absent: the end. */
            next?: components["schemas"]["NextStep"] | null;
        };
        StartedJob: {
            id: string;
            /** @description The kind of job, such as contacts.import. */
            type: string;
            /** @enum {string} */
            status: "QUEUED" | "RUNNING" | "DONE" | "FAILED";
            progress: {
                /** @description Records processed so far. */
                done: number;
                /** @description Number of records in total; null while it is not known. */
                total: number | null;
                /** @description Records that could not be processed; `errors` says why. */
                failed: number;
            };
            /** @description Only of imports of contacts, once the first rows are read. */
            contacts?: {
                /** @description Contacts that are new. */
                created: number;
                /** @description Contacts that existed before. */
                existing: number;
            };
            /** @description The first 1,000 problems. */
            errors: {
                /** @description Number of the row in the file; the header is row 1. */
                row: number;
                field: string | null;
                message: string;
                /** @description The beginning of the row, or the address in it. Absent for errors of the whole file. */
                value?: string;
            }[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            finishedAt: string | null;
            /** @description Follow the progress with GET /jobs/{jobId}. */
            jobId: string;
        };
        Suppression: {
            id: string;
            email: string;
            /**
             * @description hard_bounce: the mailbox does not exist. complaint: the recipient reported an email as spam. soft_bounces: several temporary failures in a row. manual: added by you.
             * @enum {string}
             */
            reason: "soft_bounces" | "manual" | "hard_bounce" | "complaint";
            /** @description The cause: api, import, smtp reply, bounce, complaint … */
            source: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the suppression ends; null: never.
             */
            expiresAt: string | null;
        };
        SuppressionCreate: {
            /** Format: email */
            email: string;
            /**
             * @description Use hard_bounce, complaint or soft_bounces for suppressions from another provider. Default: manual.
             * @enum {string}
             */
            reason?: "soft_bounces" | "manual" | "hard_bounce" | "complaint";
        };
        SuppressionList: {
            suppressions: components["schemas"]["Suppression"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        Template: {
            id: string;
            alias: string | null;
            name: string;
            description: string | null;
            previewText: string | null;
            subject: string;
            /**
             * @description Emails from a MARKETING template are sent to subscribed contacts only.
             * @enum {string}
             */
            type: "TRANSACTIONAL" | "MARKETING";
            /** @description Key of the topic of its emails. */
            topic: string | null;
            from: string | null;
            fromName: string | null;
            replyTo: string | null;
            /** @description Number of the version; every save creates a new one. */
            version: number;
            /** @description Tags of the languages that it has been translated into. */
            languages: string[];
            /** @description Names of the variables that the template uses. */
            variables: string[];
            /** @description Hints for the author. None of them prevents sending. */
            checks: components["schemas"]["TemplateCheck"][];
            /** @description Key of the partial whose change created this version; null if it was created otherwise. */
            partial: string | null;
            /** @description Whether a change of the brand kit created this version. */
            brand: boolean;
            /** Format: date-time */
            createdAt: string;
            /** @description The body as written. */
            body: string;
            /** @description null if it is generated from the body. */
            text: string | null;
            /** @description The document that the body was generated from; null if the body was written as code. */
            blocks: {
                blocks: {
                    type: string;
                }[];
            } | null;
            /** @description The texts in other languages, by their tags. */
            translations: {
                [key: string]: {
                    subject: string;
                    previewText: string | null;
                    body: string;
                    text: string | null;
                };
            };
            /** Format: date-time */
            updatedAt: string;
        };
        TemplateCheck: {
            code: string;
            /** @enum {string} */
            level: "info" | "warning";
            message: string;
        };
        TemplateChecksRequest: {
            /** @description Values for the variables, at most 256 kB of JSON. They override those of the contact, except `contact.*`. */
            data?: {
                [key: string]: unknown;
            };
            /** @description Id of the contact whose data to fill in. */
            contactId?: string;
            /** @description The translation to check. Default: the texts of the template itself. */
            language?: string;
            /** @description Also asks SpamAssassin, if the operator of this server has set SPAMD_HOST. It takes some seconds. Default: false. */
            spam?: boolean;
        };
        TemplateCreate: {
            /** @description Name of the template in lists. */
            name: string;
            /** @description A readable key, unique in the project, such as password-reset. It can be used in place of the id in every request. */
            alias?: string | null;
            /** @description A note for yourself. */
            description?: string | null;
            /** @description The line that inboxes show after the subject; may contain Liquid. Default: the first words of the body. */
            previewText?: string | null;
            /** @description Subject line; may contain Liquid. */
            subject: string;
            /** @description HTML, or MJML if it starts with <mjml>; may contain Liquid. */
            body?: string;
            /** @description The document of the block editor, at most 256 kB of JSON. The body is generated from it, so send one of the two, or both unchanged as the API returned them. A new body removes the blocks from the template. */
            blocks?: components["schemas"]["BlockDocument"] | null;
            /** @description The plain text part. Default: generated from the body. */
            text?: string | null;
            /**
             * @description Emails from a MARKETING template are sent to subscribed contacts only. Default: "TRANSACTIONAL".
             * @enum {string}
             */
            type?: "TRANSACTIONAL" | "MARKETING";
            /** @description Key of the topic of its emails. A marketing email with a topic goes to contacts who are in it; transactional email ignores it. */
            topic?: string | null;
            /**
             * Format: email
             * @description Sender of emails whose request names no other.
             */
            from?: string | null;
            /** @description Name of the sender, with Liquid. */
            fromName?: string | null;
            /**
             * Format: email
             * @description Where replies go. POST /v1/send names it `reply`, as Plunk does.
             */
            replyTo?: string | null;
            /** @description The texts in other languages, by their tags, such as `de` or `pt-BR`. A contact whose `locale` is de-AT gets the translation de-AT, else de, else the texts of the template itself. */
            translations?: {
                [key: string]: components["schemas"]["TemplateTranslation"];
            };
        };
        TemplateLinksRequest: {
            /** @description Values for the variables, at most 256 kB of JSON. They override those of the contact, except `contact.*`. */
            data?: {
                [key: string]: unknown;
            };
            /** @description Id of the contact whose data to fill in. */
            contactId?: string;
            /** @description The translation to check. Default: the texts of the template itself. */
            language?: string;
        };
        TemplateList: {
            templates: components["schemas"]["Template"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
            /** @description Number of this page, from 1. */
            page: number;
            /** @description Items per page. */
            pageSize: number;
            /** @description null with total=false. */
            totalPages: number | null;
        };
        TemplatePatch: {
            /** @description Name of the template in lists. */
            name?: string;
            /** @description A readable key, unique in the project, such as password-reset. It can be used in place of the id in every request. */
            alias?: string | null;
            /** @description A note for yourself. */
            description?: string | null;
            /** @description The line that inboxes show after the subject; may contain Liquid. Default: the first words of the body. */
            previewText?: string | null;
            /** @description Subject line; may contain Liquid. */
            subject?: string;
            /** @description HTML, or MJML if it starts with <mjml>; may contain Liquid. */
            body?: string;
            /** @description The document of the block editor, at most 256 kB of JSON. The body is generated from it, so send one of the two, or both unchanged as the API returned them. A new body removes the blocks from the template. */
            blocks?: components["schemas"]["BlockDocument"] | null;
            /** @description The plain text part. Default: generated from the body. */
            text?: string | null;
            /**
             * @description Emails from a MARKETING template are sent to subscribed contacts only.
             * @enum {string}
             */
            type?: "TRANSACTIONAL" | "MARKETING";
            /** @description Key of the topic of its emails. A marketing email with a topic goes to contacts who are in it; transactional email ignores it. */
            topic?: string | null;
            /**
             * Format: email
             * @description Sender of emails whose request names no other.
             */
            from?: string | null;
            /** @description Name of the sender, with Liquid. */
            fromName?: string | null;
            /**
             * Format: email
             * @description Where replies go. POST /v1/send names it `reply`, as Plunk does.
             */
            replyTo?: string | null;
            /** @description Adds or replaces the translations of these languages; null removes one. Other languages stay. */
            translations?: {
                [key: string]: components["schemas"]["TemplateTranslation"] | null;
            };
            /** @description Saves only if the template is still at this version; otherwise 409, so that nobody overwrites a change that somebody else has saved meanwhile. */
            ifVersion?: number;
        };
        TemplateTest: {
            /**
             * Format: email
             * @description One address.
             */
            email?: string | null;
            /** @description Up to 5 addresses. */
            emails?: string[] | null;
            /** @description Values for the variables of this email, at most 256 kB of JSON. They override those of the contact, except `contact.*`. They are not stored on the contact, except those written as {"value": …, "persistent": true}. */
            data?: {
                [key: string]: unknown;
            };
            /** @description The sender. Its domain must be verified. Default: the sender of the template, then the default sender of the project. */
            from?: components["schemas"]["Address"];
            /** @description The language of the email, if its template is translated, and of the footer. Default: `locale` of the contact. */
            language?: string;
        };
        TemplateTested: {
            emails: {
                email: string;
                /** @description The id for `GET /emails/{id}`. */
                emailId: string;
                /**
                 * @description SUPPRESSED: the address is on the suppression list, so nothing is sent to it.
                 * @enum {string}
                 */
                status: "QUEUED" | "SUPPRESSED";
                /**
                 * @description Why the address is suppressed.
                 * @enum {string}
                 */
                reason?: "hard_bounce" | "complaint" | "manual" | "soft_bounces";
            }[];
        };
        TemplateTranslation: {
            /** @description Subject line; may contain Liquid. */
            subject: string;
            /** @description HTML, or MJML if it starts with <mjml>; may contain Liquid. */
            body: string;
            /** @description The line that inboxes show after the subject; may contain Liquid. Default: the first words of the body. */
            previewText?: string | null;
            /** @description The plain text part. Default: generated from the body. */
            text?: string | null;
        };
        TemplateVersion: {
            name: string;
            description: string | null;
            previewText: string | null;
            subject: string;
            /**
             * @description Emails from a MARKETING template are sent to subscribed contacts only.
             * @enum {string}
             */
            type: "TRANSACTIONAL" | "MARKETING";
            /** @description Key of the topic of its emails. */
            topic: string | null;
            from: string | null;
            fromName: string | null;
            replyTo: string | null;
            /** @description Number of the version; every save creates a new one. */
            version: number;
            /** @description Tags of the languages that it has been translated into. */
            languages: string[];
            /** @description Names of the variables that the template uses. */
            variables: string[];
            /** @description Hints for the author. None of them prevents sending. */
            checks: components["schemas"]["TemplateCheck"][];
            /** @description Key of the partial whose change created this version; null if it was created otherwise. */
            partial: string | null;
            /** @description Whether a change of the brand kit created this version. */
            brand: boolean;
            /** Format: date-time */
            createdAt: string;
            /** @description The body as written. */
            body: string;
            /** @description null if it is generated from the body. */
            text: string | null;
            /** @description The document that the body was generated from; null if the body was written as code. */
            blocks: {
                blocks: {
                    type: string;
                }[];
            } | null;
            /** @description The texts in other languages, by their tags. */
            translations: {
                [key: string]: {
                    subject: string;
                    previewText: string | null;
                    body: string;
                    text: string | null;
                };
            };
        };
        TemplateVersionList: {
            versions: components["schemas"]["TemplateVersionSummary"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        TemplateVersionSummary: {
            name: string;
            description: string | null;
            previewText: string | null;
            subject: string;
            /**
             * @description Emails from a MARKETING template are sent to subscribed contacts only.
             * @enum {string}
             */
            type: "TRANSACTIONAL" | "MARKETING";
            /** @description Key of the topic of its emails. */
            topic: string | null;
            from: string | null;
            fromName: string | null;
            replyTo: string | null;
            /** @description Number of the version; every save creates a new one. */
            version: number;
            /** @description Tags of the languages that it has been translated into. */
            languages: string[];
            /** @description Names of the variables that the template uses. */
            variables: string[];
            /** @description Hints for the author. None of them prevents sending. */
            checks: components["schemas"]["TemplateCheck"][];
            /** @description Key of the partial whose change created this version; null if it was created otherwise. */
            partial: string | null;
            /** @description Whether a change of the brand kit created this version. */
            brand: boolean;
            /** Format: date-time */
            createdAt: string;
        };
        TextBlock: {
            /** @description Identifies the block in an editor; any text. */
            id?: string;
            showIf?: components["schemas"]["ShowIf"];
            /** @constant */
            type: "text";
            content: components["schemas"]["RichText"];
            /**
             * @description Default: "left".
             * @enum {string}
             */
            align?: "left" | "center" | "right";
            /** @description null: the colour of text of the theme. */
            color?: string | null;
        };
        TextMark: components["schemas"]["BoldMark"] | components["schemas"]["ItalicMark"] | components["schemas"]["LinkMark"];
        TextRun: {
            /** @constant */
            type: "text";
            text: string;
            marks?: components["schemas"]["TextMark"][];
        };
        Topic: {
            id: string;
            /** @description The name of the topic in emails, filters and contacts. It never changes. */
            key: string;
            /** @description Shown to recipients. */
            name: string;
            /** @description Shown to recipients below the name. */
            description: string | null;
            /** @description Whether pages for recipients show the topic. */
            isPublic: boolean;
            /**
             * @description implied: subscribed contacts are in the topic until they leave it. explicit: only contacts who chose it.
             * @enum {string}
             */
            optIn: "implied" | "explicit";
            /** @description At most so many marketing emails about this topic to one contact in so many days. The frequency cap of the project counts as well. null: none. */
            frequencyCap: components["schemas"]["FrequencyCap"] | null;
            /** @description Settings that work, but may have unwanted effects, such as a cap that drops email. */
            warnings: string[];
            /** @description Exact numbers of contacts. */
            contacts: {
                /** @description Contacts in the topic: who chose it, and for an implied topic also subscribed contacts without a choice. */
                in: number;
                /** @description Contacts who left the topic. */
                out: number;
            };
            /** Format: date-time */
            createdAt: string;
        };
        TopicCreate: {
            /** @description 1 to 50 of a-z, 0-9 and -, unique in the project. */
            key: string;
            /** @description Shown to recipients. */
            name: string;
            /** @description Shown to recipients below the name. */
            description?: string | null;
            /** @description Whether pages for recipients show the topic. Default: true. */
            isPublic?: boolean | null;
            /**
             * @description implied: subscribed contacts are in the topic until they leave it. explicit: only contacts who chose it.
             * @enum {string}
             */
            optIn: "implied" | "explicit";
            /** @description At most so many marketing emails about this topic to one contact in so many days. The frequency cap of the project counts as well. null: none. */
            frequencyCap?: components["schemas"]["FrequencyCap"] | null;
        };
        TopicList: {
            topics: components["schemas"]["TopicWithUses"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        TopicPatch: {
            /** @description The key of the topic. It cannot change. */
            key?: string;
            /** @description Shown to recipients. */
            name?: string;
            /** @description Shown to recipients below the name. */
            description?: string | null;
            /** @description Whether pages for recipients show the topic. */
            isPublic?: boolean;
            /**
             * @description implied: subscribed contacts are in the topic until they leave it. explicit: only contacts who chose it.
             * @enum {string}
             */
            optIn?: "implied" | "explicit";
            /** @description At most so many marketing emails about this topic to one contact in so many days. The frequency cap of the project counts as well. null: none. */
            frequencyCap?: components["schemas"]["FrequencyCap"] | null;
        };
        TopicWithUses: {
            id: string;
            /** @description The name of the topic in emails, filters and contacts. It never changes. */
            key: string;
            /** @description Shown to recipients. */
            name: string;
            /** @description Shown to recipients below the name. */
            description: string | null;
            /** @description Whether pages for recipients show the topic. */
            isPublic: boolean;
            /**
             * @description implied: subscribed contacts are in the topic until they leave it. explicit: only contacts who chose it.
             * @enum {string}
             */
            optIn: "implied" | "explicit";
            /** @description At most so many marketing emails about this topic to one contact in so many days. The frequency cap of the project counts as well. null: none. */
            frequencyCap: components["schemas"]["FrequencyCap"] | null;
            /** @description Settings that work, but may have unwanted effects, such as a cap that drops email. */
            warnings: string[];
            /** @description Exact numbers of contacts. */
            contacts: {
                /** @description Contacts in the topic: who chose it, and for an implied topic also subscribed contacts without a choice. */
                in: number;
                /** @description Contacts who left the topic. */
                out: number;
            };
            /** Format: date-time */
            createdAt: string;
            /** @description SCHEDULED and SENDING campaigns, enabled recurring campaigns, workflows and forms that use the topic, at most 20: while there is one, it cannot be deleted. */
            usedBy: {
                /** @enum {string} */
                kind: "campaign" | "recurring_campaign" | "workflow" | "form";
                /** @description Id of the campaign, recurring campaign, workflow or form. */
                id: string;
                name: string;
            }[];
        };
        TrackAnswer: {
            /** @description Always true. */
            success: boolean;
            data: {
                /** @description Id of the contact. */
                contact: string;
                /** @description Id of the event. */
                event: string;
                /**
                 * Format: date-time
                 * @description When the event happened.
                 */
                timestamp: string;
            };
        };
        TrackEventStep: {
            /** @description Unique in the workflow, such as welcome-email. */
            id: string;
            /** @constant */
            type: "TRACK_EVENT";
            name?: string | null;
            config: {
                /** @description Name of the event, 1 to 255 characters, without white space at either end. Names that begin with email., contact., segment. or workflow. are reserved, in any letter case. */
                event: string;
                /** @description Stored on the event, at most 64 kB, with Liquid. The contact is not changed. */
                data?: {
                    [key: string]: unknown;
                } | null;
            };
            /** @description Id of the next step, or an object with one id per branch. null or absent: the end. */
            next?: components["schemas"]["NextStep"] | null;
        };
        TrackRequest: {
            /**
             * Format: email
             * @description Address of the contact. The contact is created if it does not exist.
             */
            email: string;
            /** @description Name of the event, 1 to 255 characters, without white space at either end. Names that begin with email., contact., segment. or workflow. are reserved, in any letter case. */
            event: string;
            /** @description Default: true for a new contact, unchanged for an existing one. With a public key, true never resubscribes someone who unsubscribed: they are sent a link to confirm; so is everyone who is not subscribed if the project has `doubleOptIn`, and then the default for a new contact is NEVER_ASKED. If the project has `publicTracking: append`, existing contacts do not change. */
            subscribed?: boolean;
            /** @description Choices by the keys of topics: true joins the topic, false leaves it, and null forgets the choice. With a public key, true takes effect at once only for new contacts and those who were never asked; others are sent a link to confirm. Only topics with `isPublic` exist for a public key. */
            topics?: {
                [key: string]: boolean | null;
            };
            /** @description true: a contact that is not subscribed becomes PENDING and is sent a link to confirm, also with a secret key; topics that are true wait for it, too. Default: false. */
            confirm?: boolean;
            /** @description Stored on the event and merged into the data of the contact, one level deep; null deletes a key of the contact. A value written as {"value": …, "persistent": false} is stored on the event only. With a public key, and if the project has `publicTracking: append`, keys that the contact already has keep their values. */
            data?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the event happened, at most 30 days ago. Default: now.
             */
            occurredAt?: string;
            /** @description Your own id of the event. A second request with the same id within 7 days records nothing and returns the first result. */
            id?: string;
        };
        Transport: components["schemas"]["SmtpTransport"] | components["schemas"]["SesTransport"] | components["schemas"]["MxTransport"];
        TransportCreate: components["schemas"]["SmtpTransportCreate"] | components["schemas"]["SesTransportCreate"] | components["schemas"]["MxTransportCreate"];
        TransportFeedback: {
            /** @description The URL for the settings of the provider. It is secret. Replace `{provider}` if it is there. */
            url: string;
            /** @description The provider of the transport; null if it is not known. */
            provider: ("ses" | "sendgrid" | "mailgun" | "postmark" | "resend" | "brevo" | "mailjet" | "sparkpost" | "custom") | null;
            /** @description The keys that are set, by which reports are proven. */
            keys: ("sendgrid" | "mailgun" | "resend" | "sns-topic" | "basic-auth")[];
            /**
             * Format: date-time
             * @description When the last report came; null: none has come.
             */
            lastReportAt: string | null;
            /** @description The emails of the last proof that reports arrive. */
            probes: components["schemas"]["FeedbackProbe"][];
        };
        TransportFeedbackPatch: {
            /** @description Keys to set. null removes one. They are stored encrypted and never shown. */
            keys: {
                /** @description The verification key of its signed event webhook. */
                sendgrid?: string | null;
                /** @description The HTTP webhook signing key. */
                mailgun?: string | null;
                /** @description The signing secret, whsec_…. */
                resend?: string | null;
                /** @description The ARN of the topic. Without it, the first topic that reports is remembered. */
                "sns-topic"?: string | null;
                /** @description user:password that the provider sends, for providers without signatures. */
                "basic-auth"?: string | null;
            };
        };
        TransportFeedbackRotate: {
            /** @description Seconds for which requests are also signed with the old secret. Default: 86400 (a day). */
            graceSeconds?: number;
        };
        TransportList: {
            transports: components["schemas"]["Transport"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        TransportPatch: {
            /** @description Unique in the project. */
            name?: string;
            /** @description The fields to change, which are those of its type. The password, or oauth2, has to be given again with another host, port, user or tls; the secret key of SES with another region, endpoint or access key. */
            settings?: {
                /** @description Host name or address of the mail server. It must be public, unless the operator of this server allows it with ALLOW_PRIVATE_HOSTS. */
                host?: string;
                /** @description The port of mail servers, which is 25 everywhere but in tests. */
                port?: number;
                /**
                 * @description implicit: TLS from the first byte, usually on port 465. required: STARTTLS. opportunistic: STARTTLS if the server offers it, which is not allowed with a password.
                 * @enum {string}
                 */
                tls?: "implicit" | "required" | "opportunistic";
                /** @description null removes it, and the password with it. */
                user?: string | null;
                /** @description Stored encrypted, never shown. */
                password?: string;
                /** @description null goes back to a password. */
                oauth2?: {
                    /** @description Where access tokens are issued, by https, such as https://oauth2.googleapis.com/token. */
                    tokenUrl: string;
                    /** @description The id of the registered application. */
                    clientId: string;
                    /** @description Stored encrypted, never shown. */
                    clientSecret: string;
                    /** @description For a mailbox whose owner has agreed. Without it, the application signs in by itself. */
                    refreshToken?: string | null;
                    /** @description The permissions to ask for, such as https://outlook.office365.com/.default. */
                    scope?: string | null;
                } | null;
                /** @description false accepts a certificate that this server does not trust, or one of another name. */
                verifyCertificate?: boolean;
                /** @description false leaves DKIM to the relay, which then has to sign with a key of the domain. */
                sign?: boolean;
                provider?: ("ses" | "sendgrid" | "mailgun" | "postmark" | "resend" | "brevo" | "mailjet" | "sparkpost" | "custom") | null;
                /** @description The region of AWS in which the account sends. */
                region?: string;
                /** @description An access key with the permissions ses:SendEmail, ses:SendRawEmail and ses:GetAccount. */
                accessKeyId?: string;
                /** @description Stored encrypted, never shown. */
                secretAccessKey?: string;
                /** @description The configuration set of every email. */
                configurationSet?: string | null;
                /** @description Another endpoint of the API, such as https://vpce-1.example.com. It must be public, unless the operator of this server allows it with ALLOW_PRIVATE_HOSTS. */
                endpoint?: string | null;
                /** @description IP addresses of this server that email leaves from in turn. Without any, the system chooses. */
                localAddresses?: string[];
                /** @description true: each address begins with 50 emails per day and receiver, and sends half as much more each day for four weeks. */
                warmUp?: boolean;
                /** @description Other limits than the usual ones, by receiver; `others` are all that are not in the list. */
                limits?: {
                    [key: string]: {
                        /** @description Maximum connections at the same time, of all nodes together. */
                        connections?: number;
                        /** @description Maximum emails per minute, of all nodes together. */
                        perMinute?: number;
                    };
                };
            };
            /** @description Maximum emails per second; 0: no limit. */
            ratePerSecond?: number;
            /** @description Maximum connections at the same time, per node. */
            maxConnections?: number;
            /** @description true: sends for domains that name no transports, instead of the one before. */
            isDefault?: boolean;
        };
        TransportTest: {
            /** @description Whether the server would accept email from Lettermill now. No email is sent. */
            ok: boolean;
            /** @description The result of the test, with advice if it failed. */
            message: string;
            /** @description The reply of the server, if it said why it refuses. */
            reply: string | null;
        };
        /** @description The condition that starts an execution for a contact. */
        TriggerRecord: {
            type: string;
        } & {
            [key: string]: unknown;
        };
        UpdateContactStep: {
            /** @description Unique in the workflow, such as welcome-email. */
            id: string;
            /** @constant */
            type: "UPDATE_CONTACT";
            name?: string | null;
            config: {
                /** @description Merged into the contact's data; null deletes a key. With Liquid: a value that is one output, such as {{ score | plus: 5 }}, keeps its type. */
                data?: {
                    [key: string]: unknown;
                } | null;
                /** @description Numbers to add to those of the contact, such as {"points": 5, "spent": "{{ event.total }}"}; negative ones are subtracted. A key that is missing counts as 0. With Liquid: a value that is one output, such as {{ event.total }}, keeps its type. */
                increment?: {
                    [key: string]: unknown;
                } | null;
                /** @description Elements to add to lists, such as {"tags": "vip"}, unless the list has them; a list adds each of its elements. A key that is missing becomes a list. With Liquid: a value that is one output, such as {{ event.total }}, keeps its type. */
                append?: {
                    [key: string]: unknown;
                } | null;
                /** @description Elements to remove from lists, such as {"tags": "trial"}. With Liquid: a value that is one output, such as {{ event.total }}, keeps its type. */
                remove?: {
                    [key: string]: unknown;
                } | null;
                subscribed?: boolean | null;
            };
            /** @description Id of the next step, or an object with one id per branch. null or absent: the end. */
            next?: components["schemas"]["NextStep"] | null;
        };
        UpsertedContact: {
            id: string;
            email: string;
            /** @description Whether marketing email may be sent. */
            subscribed: boolean;
            /**
             * @description The reason behind `subscribed`. NEVER_ASKED: created by sending an email; the contact has not decided yet. PENDING: asked, but not confirmed yet. SUBSCRIBED: `subscribed` is true. LEFT: unsubscribed, complained or bounced.
             * @enum {string}
             */
            subscriptionState: "NEVER_ASKED" | "PENDING" | "SUBSCRIBED" | "LEFT";
            /** @description The choices of the contact, by the keys of topics: true for in, false for left. */
            topics: {
                [key: string]: boolean;
            };
            /**
             * Format: date-time
             * @description No marketing email is sent to the contact before this time. null: not paused.
             */
            pausedUntil: string | null;
            /** @description Your own data about the contact. */
            data: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            _meta: {
                /** @description The contact was created. */
                isNew: boolean;
                /** @description The contact existed before. */
                isUpdate: boolean;
            };
        };
        /** @enum {string} */
        VariantName: "A" | "B" | "C" | "D";
        VariantTestRecord: {
            share: number;
            waitMinutes: number;
            /** @enum {string} */
            metric: "clicks" | "opens" | "conversions";
        };
        Verification: {
            /** @description The address in the form that Lettermill stores; unchanged if it is not a valid address. */
            email: string;
            /** @description false if the syntax is wrong, the provider is misspelled, or the domain does not exist or does not accept email. */
            valid: boolean;
            /** @description The domain provides disposable addresses. */
            isDisposable: boolean;
            /** @description The domain forwards email to another mailbox. */
            isAlias: boolean;
            /** @description The domain is a misspelling of a known provider. */
            isTypo: boolean;
            /** @description The part before the @ contains a label, as in ann+news. */
            isPlusAddressed: boolean;
            /** @description The domain belongs to a public mailbox provider, such as gmail.com. */
            isPersonalEmail: boolean;
            /** @description false only if DNS says that the domain does not exist. */
            domainExists: boolean;
            /** @description The domain, or its www subdomain, has an address record. */
            hasWebsite: boolean;
            /** @description The domain has MX records. */
            hasMxRecords: boolean;
            /** @description The findings, one sentence each. */
            reasons: string[];
            /** @description The corrected address, if the domain is a typo; otherwise null. */
            suggestion: string | null;
        };
        VerifyAnswer: {
            /** @description Always true. */
            success: boolean;
            data: components["schemas"]["Verification"];
        };
        VerifyRequest: {
            /**
             * Format: email
             * @description The address to check.
             */
            email: string;
        };
        WaitDuration: {
            amount: number;
            /** @enum {string} */
            unit: "minutes" | "hours" | "days";
        };
        WaitForEventStep: {
            /** @description Unique in the workflow, such as welcome-email. */
            id: string;
            /** @constant */
            type: "WAIT_FOR_EVENT";
            name?: string | null;
            config: {
                event: string;
                /** @description Conditions on the data of the event; all must match. Each has a field data.<key>, an operator of filters, and a value; or valueFrom: "event.data.<key>" to compare with the event that started the workflow. */
                where?: Record<string, never>[] | null;
                /** @description How long to wait, at most 365 days. */
                timeout: components["schemas"]["WaitDuration"];
            };
            /** @description Id of the next step, or an object with one id per branch. null or absent: the end. */
            next?: components["schemas"]["NextStep"] | null;
        };
        WaitUntilBestHour: {
            /** @description Waits for the next hour at which the contact usually opens email: the hour of most opens and clicks by a person in the last 180 days, of which at least 3 are needed. Continues at once during that hour. */
            untilBestHour: {
                /** @description Time of day for contacts whose best hour is not known. Default: 09:00. */
                fallback?: string | null;
                /** @description `contact` (default): the contact's data.timezone, or else the project's time zone. Or a name such as Europe/Amsterdam. */
                timezone?: string | null;
            };
        };
        WaitUntilDate: {
            untilDate: {
                /** @description Where the date is: data.<key> of the contact, or event.data.<key> of the event that started the workflow. */
                field: string;
                /** @description Before or after the date, such as {"amount": -7, "unit": "days"}. */
                offset?: {
                    /** @description Negative: before the date. */
                    amount: number;
                    /** @enum {string} */
                    unit: "minutes" | "hours" | "days";
                } | null;
                /** @description Time of that day. Default: the time of the date; midnight if it has none. */
                at?: string | null;
                /** @description `contact` (default): the contact's data.timezone, or else the project's time zone. Or a name such as Europe/Amsterdam. */
                timezone?: string | null;
            };
            /** @description If the time has passed when the contact comes to the step. now (default): it continues at once. skip: it takes the branch skip. exit: it leaves the workflow. */
            ifPast?: ("now" | "skip" | "exit") | null;
            /** @description If the field has no date: now, skip or exit (default). */
            ifMissing?: ("now" | "skip" | "exit") | null;
        };
        WaitUntil: {
            /** @description Waits for the next occurrence of this time of day. */
            until: string;
            /** @description Only on these days. Default: every day. */
            weekdays?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[] | null;
            /** @description `contact` (default): the contact's data.timezone, or else the project's time zone. Or a name such as Europe/Amsterdam. */
            timezone?: string | null;
        };
        Webhook: {
            id: string;
            url: string;
            description: string | null;
            /** @description Names of the events; "*" means every event. */
            events: string[];
            /** @description Whether events are sent. */
            enabled: boolean;
            /** @description null: one event per request. */
            batch: {
                max: number;
                waitMs: number;
            } | null;
            /** @description Why Lettermill switched the webhook off; null if it did not. */
            disabledReason: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        WebhookCreate: {
            /** @description Where the events are sent with POST: http or https, at a public address. Redirects are not followed. */
            url: string;
            description?: string | null;
            /** @description Names of the events to send: events of Lettermill, such as email.bounced or contact.unsubscribed, and your own. "*" means every event. */
            events: string[];
            /** @description Default: true. */
            enabled?: boolean | null;
            /** @description Sends several events per request, as an array with one signature. null: one event per request. */
            batch?: {
                /** @description Maximum number of events per request. */
                max: number;
                /** @description How long the first event of a batch waits for others, in milliseconds. */
                waitMs: number;
            } | null;
        };
        WebhookDelivery: {
            id: string;
            /** @description Id of the event; the header webhook-id of a request with one event. */
            eventId: string;
            /** @description Name of the event. */
            type: string;
            /**
             * @description PENDING: waiting for the first or the next attempt. DELIVERED: the endpoint answered 2xx. FAILED: no attempt is left.
             * @enum {string}
             */
            status: "PENDING" | "DELIVERED" | "FAILED";
            /** @description Attempts so far. */
            attempts: number;
            /** @description HTTP status of the last response; null if there was none. */
            lastStatus: number | null;
            /**
             * Format: date-time
             * @description When the next attempt is due; null if there is none.
             */
            nextAttemptAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            deliveredAt: string | null;
        };
        WebhookDeliveryDetails: {
            id: string;
            /** @description Id of the event; the header webhook-id of a request with one event. */
            eventId: string;
            /** @description Name of the event. */
            type: string;
            /**
             * @description PENDING: waiting for the first or the next attempt. DELIVERED: the endpoint answered 2xx. FAILED: no attempt is left.
             * @enum {string}
             */
            status: "PENDING" | "DELIVERED" | "FAILED";
            /** @description Attempts so far. */
            attempts: number;
            /** @description HTTP status of the last response; null if there was none. */
            lastStatus: number | null;
            /**
             * Format: date-time
             * @description When the next attempt is due; null if there is none.
             */
            nextAttemptAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            deliveredAt: string | null;
            /** @description The request to the endpoint. */
            request: {
                /** @constant */
                method: "POST";
                url: string;
                /** @description The headers, except webhook-timestamp and webhook-signature, which differ per attempt. */
                headers: {
                    [key: string]: string;
                };
                /** @description The JSON body, identical on every attempt. */
                body: string;
            };
            /** @description One entry per attempt, oldest first; the newest 50. */
            answers: {
                /** Format: date-time */
                at: string;
                /** @description HTTP status; null if there was no response. */
                status: number | null;
                /** @description The first 4 kB of the response. */
                body: string | null;
                /** @description Why there was no response. */
                error: string | null;
                durationMs: number;
            }[];
        };
        WebhookDeliveryList: {
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        WebhookList: {
            webhooks: components["schemas"]["Webhook"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        WebhookPatch: {
            /** @description Where the events are sent with POST: http or https, at a public address. Redirects are not followed. */
            url?: string;
            /** @description null removes it. */
            description?: string | null;
            /** @description Names of the events to send: events of Lettermill, such as email.bounced or contact.unsubscribed, and your own. "*" means every event. */
            events?: string[];
            /** @description true also clears disabledReason. While a webhook is off, no events are recorded for it and waiting deliveries fail; send those with a replay. */
            enabled?: boolean;
            /** @description null: one event per request. */
            batch?: {
                /** @description Maximum number of events per request. */
                max: number;
                /** @description How long the first event of a batch waits for others, in milliseconds. */
                waitMs: number;
            } | null;
        };
        WebhookReplay: {
            /**
             * Format: date-time
             * @description Events recorded at this time or later.
             */
            from: string;
            /**
             * Format: date-time
             * @description Events recorded at this time or earlier.
             */
            to: string;
        };
        WebhookRotate: {
            /** @description Seconds for which requests are also signed with the old secret. Default: 86400 (a day). */
            graceSeconds?: number;
        };
        WebhookStep: {
            /** @description Unique in the workflow, such as welcome-email. */
            id: string;
            /** @constant */
            type: "WEBHOOK";
            name?: string | null;
            config: {
                /** @description Path and query may contain Liquid. */
                url: string;
                /** @description Default: POST. */
                method?: ("POST" | "PUT" | "PATCH" | "GET" | "DELETE") | null;
                /** @description Values may contain Liquid. */
                headers?: {
                    [key: string]: string;
                } | null;
                /** @description With Liquid. Default: the contact and the event as JSON. */
                body?: string | null;
            };
            /** @description Id of the next step, or an object with one id per branch. null or absent: the end. */
            next?: components["schemas"]["NextStep"] | null;
        };
        WebhookTestEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "webhook.test";
            data: {
                webhookId: string;
                message: string;
            };
        };
        WebhookWithSecret: {
            id: string;
            url: string;
            description: string | null;
            /** @description Names of the events; "*" means every event. */
            events: string[];
            /** @description Whether events are sent. */
            enabled: boolean;
            /** @description null: one event per request. */
            batch: {
                max: number;
                waitMs: number;
            } | null;
            /** @description Why Lettermill switched the webhook off; null if it did not. */
            disabledReason: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description The secret for verifying signatures (whsec_…), shown only once; null in a replayed response. */
            secret: string | null;
        };
        Workflow: {
            id: string;
            name: string;
            description: string | null;
            enabled: boolean;
            /** @description Starts at 1. Saving a definition that has been enabled creates the next version. */
            version: number;
            trigger: components["schemas"]["TriggerRecord"];
            stepCount: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description As given. Execution begins at the first step. */
            steps: ({
                id: string;
                type: string;
            } & {
                [key: string]: unknown;
            })[];
            entry: {
                [key: string]: unknown;
            } | null;
            exit: {
                [key: string]: unknown;
            } | null;
            goal: components["schemas"]["WorkflowGoalRecord"] | null;
            holdout: components["schemas"]["HoldoutRecord"] | null;
        };
        WorkflowCompletedEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "workflow.completed";
            data: {
                id: string;
                /** @constant */
                name: "workflow.completed";
                /** @description null if the event is about an email to an address without a contact (cc, bcc), or if the contact was deleted. */
                contactId: string | null;
                /** @description The contact's address. */
                email: string | null;
                /** @description Id of the email that the event is about. */
                emailId: string | null;
                data: {
                    workflowId: string;
                    executionId: string;
                    /** @description How many workflows started each other before this event. */
                    depth: number;
                    /** @enum {string} */
                    status: "COMPLETED" | "EXITED";
                    /** @description Why it left. */
                    reason: string | null;
                };
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                createdAt: string;
            };
        };
        WorkflowCreate: {
            name: string;
            description?: string | null;
            /** @description Whether contacts can enter. Active executions of a disabled workflow continue to the end. Default: false. */
            enabled?: boolean | null;
            /** @description The condition that starts an execution for a contact. Required without eventName. */
            trigger?: components["schemas"]["WorkflowTrigger"] | null;
            /** @description Short for a trigger of type EVENT with this event. */
            eventName?: string | null;
            /** @description Execution begins at the first step. */
            steps?: components["schemas"]["WorkflowStep"][] | null;
            /** @description The contacts that may enter. Default: every contact, once. */
            entry?: components["schemas"]["WorkflowEntry"] | null;
            /** @description When a contact leaves before the end. Default: never. */
            exit?: components["schemas"]["WorkflowExit"] | null;
            /** @description The event that contacts are meant to reach. Default: none. */
            goal?: components["schemas"]["WorkflowGoal"] | null;
            /** @description Holds back a share of the contacts that enter: no step runs for them. The statistics compare how many of both reach the `goal`, which is required. Default: none. */
            holdout?: components["schemas"]["Holdout"] | null;
        };
        /** @description The contacts that may enter. */
        WorkflowEntry: {
            /** @description Whether a contact can enter again. once (default): never. afterExit: after its last execution has ended. always: at any time, also in parallel. */
            reentry?: ("once" | "afterExit" | "always") | null;
            /** @description Only contacts that match can enter. May also test the data of the event that starts the workflow. */
            filters?: components["schemas"]["WorkflowFilter"] | null;
        };
        WorkflowExecution: {
            id: string;
            workflowId: string;
            /** @description Version of the workflow that the execution began with and finishes in. */
            version: number;
            contactId: string;
            /** @description Address of the contact; null if the contact was deleted. */
            email: string | null;
            /**
             * @description RUNNING: in progress. WAITING: for a time, an event or an answer. COMPLETED: reached the end. EXITED: left by an exit rule or an EXIT step. FAILED: a step could not be done, or filters could not be evaluated; it can be retried. CANCELLED: by a caller, or because the contact was deleted.
             * @enum {string}
             */
            status: "RUNNING" | "WAITING" | "COMPLETED" | "EXITED" | "FAILED" | "CANCELLED";
            /** @description The step at which it is, failed or left; null if it has completed, or failed before its first step. */
            currentStepId: string | null;
            /** @description Why it left, failed or was cancelled. */
            exitReason: string | null;
            /** Format: date-time */
            startedAt: string;
            /**
             * Format: date-time
             * @description When it continues at the latest.
             */
            wakeAt: string | null;
            /**
             * Format: date-time
             * @description When it ended, with any status.
             */
            completedAt: string | null;
            /** @description The event that started it, or the date as workflow.date; null for other triggers. */
            event: {
                name: string;
                data: {
                    [key: string]: unknown;
                };
            } | null;
            /** @description One entry per visit of a step, oldest first; the newest 1,000. */
            history: {
                stepId: string;
                type: string;
                /** @enum {string} */
                status: "WAITING" | "COMPLETED" | "FAILED";
                /** Format: date-time */
                startedAt: string;
                /** Format: date-time */
                completedAt: string | null;
                /** @description Result of the step: the branch, the id of the email, the answer of a webhook. */
                output: {
                    [key: string]: unknown;
                } | null;
                error: string | null;
            }[];
        };
        WorkflowExecutionList: {
            /** @description Without the event that started them. */
            executions: components["schemas"]["WorkflowExecutionSummary"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        WorkflowExecutionStart: {
            /** @description Id of the contact that enters. */
            contactId: string;
            /** @description Data for conditions (event.data.<key>) and templates, like that of an event. At most 64 kB. */
            data?: {
                [key: string]: unknown;
            } | null;
        };
        WorkflowExecutionSummary: {
            id: string;
            workflowId: string;
            /** @description Version of the workflow that the execution began with and finishes in. */
            version: number;
            contactId: string;
            /** @description Address of the contact; null if the contact was deleted. */
            email: string | null;
            /**
             * @description RUNNING: in progress. WAITING: for a time, an event or an answer. COMPLETED: reached the end. EXITED: left by an exit rule or an EXIT step. FAILED: a step could not be done, or filters could not be evaluated; it can be retried. CANCELLED: by a caller, or because the contact was deleted.
             * @enum {string}
             */
            status: "RUNNING" | "WAITING" | "COMPLETED" | "EXITED" | "FAILED" | "CANCELLED";
            /** @description The step at which it is, failed or left; null if it has completed, or failed before its first step. */
            currentStepId: string | null;
            /** @description Why it left, failed or was cancelled. */
            exitReason: string | null;
            /** Format: date-time */
            startedAt: string;
            /**
             * Format: date-time
             * @description When it continues at the latest.
             */
            wakeAt: string | null;
            /**
             * Format: date-time
             * @description When it ended, with any status.
             */
            completedAt: string | null;
            /** @description One entry per visit of a step, oldest first; the newest 10. GET /workflows/{id}/executions/{eid} returns more. */
            history: {
                stepId: string;
                type: string;
                /** @enum {string} */
                status: "WAITING" | "COMPLETED" | "FAILED";
                /** Format: date-time */
                startedAt: string;
                /** Format: date-time */
                completedAt: string | null;
                /** @description Result of the step: the branch, the id of the email, the answer of a webhook. */
                output: {
                    [key: string]: unknown;
                } | null;
                error: string | null;
            }[];
        };
        /** @description When a contact leaves before the end. */
        WorkflowExit: {
            /** @description Checked before each step. A contact that matches leaves. */
            filters?: components["schemas"]["FilterTree"] | null;
            /** @description A contact leaves when this event happens. */
            event?: string | null;
        };
        /** @description A segment filter (docs/segments.md) that can also test the data of the event that started the workflow: {"field": "event.data.amount", "operator": "greaterThan", "value": 50}. */
        WorkflowFilter: {
            /** @enum {string} */
            operator: "AND" | "OR" | "NOT";
            conditions: Record<string, never>[];
        };
        /** @description The event that contacts are meant to reach, such as an order. */
        WorkflowGoal: {
            /** @description Name of the event, 1 to 255 characters, without white space at either end. Names that begin with email., contact., segment. or workflow. are reserved, in any letter case. */
            event: string;
            /** @description Conditions on the event's data; all must match. Each has a field data.<key> and an operator of filters. */
            where?: Record<string, never>[] | null;
            /** @description How long after the start of the execution the event counts, and for the figures of a step, after its email. At most 90 days. Default: 7 days. */
            window?: {
                amount: number;
                /** @enum {string} */
                unit: "minutes" | "hours" | "days";
            };
            /** @description The number to add up, such as data.total. Events without it count as conversions without a value. */
            value?: string | null;
            /**
             * @description continue (default): the contact continues as before. exit: it leaves the workflow. goTo: it moves ahead to the step in `goTo`, unless it has passed it.
             * @enum {string}
             */
            whenReached?: "continue" | "exit" | "goTo";
            /** @description Id of a step. Required with goTo. */
            goTo?: string | null;
        };
        WorkflowGoalRecord: {
            event: string;
            where: {
                [key: string]: unknown;
            }[] | null;
            window: {
                amount: number;
                /** @enum {string} */
                unit: "minutes" | "hours" | "days";
            };
            value: string | null;
            /** @enum {string} */
            whenReached: "continue" | "exit" | "goTo";
            goTo: string | null;
        };
        WorkflowList: {
            /** @description Without steps, entry, exit, goal and holdout. */
            workflows: components["schemas"]["WorkflowSummary"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        WorkflowPatch: {
            name?: string;
            description?: string | null;
            /** @description Whether contacts can enter. Active executions of a disabled workflow continue to the end. Default: false. */
            enabled?: boolean;
            trigger?: components["schemas"]["WorkflowTrigger"];
            /** @description Short for a trigger of type EVENT with this event. */
            eventName?: string;
            /** @description Execution begins at the first step. */
            steps?: components["schemas"]["WorkflowStep"][];
            /** @description The contacts that may enter. null: every contact, once. */
            entry?: components["schemas"]["WorkflowEntry"] | null;
            /** @description When a contact leaves before the end. null: never. */
            exit?: components["schemas"]["WorkflowExit"] | null;
            /** @description The event that contacts are meant to reach. null: none. A goal that counts something else starts from zero. */
            goal?: components["schemas"]["WorkflowGoal"] | null;
            /** @description Holds back a share of the contacts that enter. null: nobody. Another share starts the comparison from zero. */
            holdout?: components["schemas"]["Holdout"] | null;
            /**
             * Format: date-time
             * @description Saves only if the workflow has not been saved since this time, its `updatedAt` when you read it; otherwise returns 409.
             */
            ifUpdatedAt?: string;
        };
        WorkflowPreflightAnswer: {
            /** @description Whether no problem was found. */
            ready: boolean;
            /** @description In the order of the steps. */
            problems: components["schemas"]["WorkflowPreflightProblem"][];
        };
        WorkflowPreflight: {
            /** @description Steps of a workflow, saved or not. */
            steps: {
                /** @description Unique in the workflow, such as welcome-email. */
                id: string;
                /** @description Type of the step. Only SEND_EMAIL and WEBHOOK are checked. */
                type: string;
                config?: {
                    /** @description Id or alias of a template. */
                    templateId?: string | null;
                    /** @description Sender of an email without a template. */
                    from?: string | null;
                    /** @description Subject of an email without a template. */
                    subject?: string | null;
                    /** @description Body of an email without a template. */
                    body?: string | null;
                    /** @description URL of a WEBHOOK step. */
                    url?: string | null;
                } | null;
            }[];
        };
        WorkflowPreflightProblem: {
            stepId: string;
            /**
             * @description NO_SENDER: neither the step, nor its template, nor the project has a sender. SENDER_NOT_VERIFIED: the project may not send from this sender now. COUPON_LIST_MISSING: the email names a coupon list that does not exist. URL_REFUSED: the request of the step would go to a private address.
             * @enum {string}
             */
            code: "NO_SENDER" | "SENDER_NOT_VERIFIED" | "COUPON_LIST_MISSING" | "URL_REFUSED";
            message: string;
            /** @description How to fix it. */
            suggestion: string;
            /** @description Path of the field with the problem, such as steps.0.config.templateId. */
            field: string;
        };
        WorkflowSecret: {
            /** @description whsec_ and base64, the format of libraries for Standard Webhooks. */
            secret: string;
        };
        WorkflowSecretRotate: {
            /** @description Seconds for which requests are also signed with the old secret. Default: 86400 (a day). */
            graceSeconds?: number;
        };
        WorkflowSimulate: {
            /** @description The contact that goes through the workflow. */
            contact: components["schemas"]["SimulatedContact"];
            /** @description Events of the contact during the simulation, in any order. With a trigger of type EVENT, the first one that matches starts the execution. */
            events?: {
                /** Format: date-time */
                at: string;
                event: string;
                /** @description At most 64 kB. Merged into the contact, as POST /v1/track does. */
                data?: {
                    [key: string]: unknown;
                } | null;
            }[] | null;
            /** @description How WEBHOOK steps are answered, by their ids. Default: status 200 without data. No URL is called. */
            webhooks?: {
                [key: string]: {
                    /** @description Default: 200. */
                    statusCode?: number | null;
                    /** @description JSON of at most 16 kB, which later steps see as `webhooks.<step id>.data`. */
                    data?: unknown;
                };
            } | null;
            /**
             * Format: date-time
             * @description When the virtual clock starts. Default: the time of the first event, or now if there are none.
             */
            startAt?: string | null;
            /**
             * Format: date-time
             * @description When to stop at the latest. Default: one year after the start; at most ten years.
             */
            until?: string | null;
            /** @description With a holdout: whether the contact is held back. Default: as it would be for a saved workflow and the id of a contact; otherwise false. */
            heldBack?: boolean | null;
        };
        WorkflowSimulated: {
            started: boolean;
            /** @description Why no execution was started; null if one was. */
            reason: string | null;
            /** @description Status of the execution when the simulation stopped. */
            status: ("RUNNING" | "WAITING" | "COMPLETED" | "EXITED" | "FAILED" | "CANCELLED") | null;
            exitReason: string | null;
            currentStepId: string | null;
            /** Format: date-time */
            startedAt: string | null;
            /** Format: date-time */
            wakeAt: string | null;
            /** Format: date-time */
            completedAt: string | null;
            /**
             * @description end: nothing more would happen. until: the end time was reached. limit: 1,000 steps, 100 emails or 2 MB were reached.
             * @enum {string}
             */
            stoppedBy: "end" | "until" | "limit";
            /** @description The visited steps in their order. */
            path: {
                stepId: string;
                type: string;
                /** @enum {string} */
                status: "WAITING" | "COMPLETED" | "FAILED";
                /** Format: date-time */
                startedAt: string;
                /** Format: date-time */
                completedAt: string | null;
                /** @description Such as the branch that was taken. */
                output: {
                    [key: string]: unknown;
                } | null;
                error: string | null;
            }[];
            emails: {
                /** Format: date-time */
                at: string;
                stepId: string;
                to: string;
                from: string | null;
                templateId: string | null;
                type: ("TRANSACTIONAL" | "MARKETING") | null;
                /**
                 * @description SKIPPED: the email would not be sent; `reason` says why.
                 * @enum {string}
                 */
                status: "SENT" | "SKIPPED";
                /** @description Why it is SKIPPED, as the email would say: unsubscribed, not_subscribed, paused, not_in_topic, topic_deleted, control_group, or the reason of a suppression. */
                reason: string | null;
                subject: string | null;
                html: string | null;
                text: string | null;
                /** @description Variables without a value. */
                missing: string[];
                /** @description Why there is no content. */
                error: string | null;
            }[];
            /** @description Effects of the other steps: contact data, segments, events and webhooks, which are not called. */
            changes: ({
                /** Format: date-time */
                at: string;
                stepId: string;
                type: string;
            } & {
                [key: string]: unknown;
            })[];
            /** @description Effect of each event of the request on the execution. */
            events: {
                /** Format: date-time */
                at: string;
                event: string;
                /** @enum {string} */
                outcome: "started" | "continued" | "exited" | "ignored";
            }[];
            /** @description The contact when the simulation stopped. */
            contact: {
                email: string;
                subscribed: boolean;
                data: {
                    [key: string]: unknown;
                };
            };
        };
        WorkflowStartedEvent: {
            /** @description Id of the event. Only in a batch; otherwise the header webhook-id has it. */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @constant */
            type: "workflow.started";
            data: {
                id: string;
                /** @constant */
                name: "workflow.started";
                /** @description null if the event is about an email to an address without a contact (cc, bcc), or if the contact was deleted. */
                contactId: string | null;
                /** @description The contact's address. */
                email: string | null;
                /** @description Id of the email that the event is about. */
                emailId: string | null;
                data: {
                    workflowId: string;
                    executionId: string;
                    /** @description How many workflows started each other before this event. */
                    depth: number;
                };
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                createdAt: string;
            };
        };
        WorkflowStatistics: {
            /** @description Number of executions by status. */
            executions: {
                RUNNING: number;
                WAITING: number;
                COMPLETED: number;
                EXITED: number;
                FAILED: number;
                CANCELLED: number;
            };
            /** @description With a goal: how many executions reached it. */
            goal: {
                event: string;
                /** @description How many of them reached the goal within its window, each counted once. */
                conversions: number;
                /** @description Number of events that reached it: one person may order several times. */
                goalEvents: number;
                /** @description Sum of the value field of these events. */
                goalValue: number;
            } | null;
            /** @description With a holdout: how those held back compare with all others who entered. Each contact counts once, within the window after it first entered. */
            holdout: components["schemas"]["HoldoutResult"] | null;
            /** @description Marketing email of the workflow that was not sent when its step ran. */
            emails: {
                /** @description Emails that the frequency cap or the quiet hours of the project hold at the moment. */
                held: number;
                /** @description Emails that the frequency cap held for too long, since the workflow was created. */
                dropped: number;
            };
            /** @description The steps of the current version, in their order. */
            steps: {
                stepId: string;
                type: string;
                /** @description Executions that are at the step now. */
                waiting: number;
                /** @description How often the step was completed since the workflow was created. */
                passed: number;
                /** @description Executions that failed at the step and were not retried. */
                failed: number;
                /** @description Executions that ended at the step before the end of the workflow: by an exit rule, an EXIT step or a cancellation. */
                left: number;
                /** @description The results of the emails of a SEND_EMAIL step; null for other steps. */
                email: {
                    /** @description Accepted by a mail server, even if it bounced later. */
                    sent: number;
                    /** @description `sent` without emails that bounced later. */
                    delivered: number;
                    /** @description Emails that were opened, by people or machines. */
                    opened: number;
                    clicked: number;
                    /** @description Emails opened with the verdict human. */
                    humanOpens: number;
                    humanClicks: number;
                    /** @description Rejected at once or later. */
                    bounced: number;
                    complained: number;
                    /** @description Recipients who unsubscribed with a link in their email. */
                    unsubscribed: number;
                    /** @description Not sent because the recipient had unsubscribed or was suppressed, or dropped by the frequency cap. */
                    suppressed: number;
                    /** @description Given up after all attempts. */
                    failed: number;
                    /** @description Cancelled, or dropped because the contact was deleted. */
                    cancelled: number;
                    /** @description opened / delivered */
                    openRate: number;
                    /** @description clicked / delivered */
                    clickRate: number;
                    /** @description Emails that were the last of the workflow before the contact reached its goal. */
                    conversions: number;
                    /** @description Number of events that reached it: one person may order several times. */
                    goalEvents: number;
                    /** @description Sum of the value field of these events. */
                    goalValue: number;
                } | null;
            }[];
        };
        WorkflowStep: components["schemas"]["SendEmailStep"] | components["schemas"]["DelayStep"] | components["schemas"]["WaitForEventStep"] | components["schemas"]["ConditionStep"] | components["schemas"]["SplitStep"] | components["schemas"]["UpdateContactStep"] | components["schemas"]["AddToSegmentStep"] | components["schemas"]["RemoveFromSegmentStep"] | components["schemas"]["WebhookStep"] | components["schemas"]["TrackEventStep"] | components["schemas"]["ExitStep"];
        WorkflowSummary: {
            id: string;
            name: string;
            description: string | null;
            enabled: boolean;
            /** @description Starts at 1. Saving a definition that has been enabled creates the next version. */
            version: number;
            trigger: components["schemas"]["TriggerRecord"];
            stepCount: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description The condition that starts an execution for a contact. */
        WorkflowTrigger: components["schemas"]["EventTrigger"] | components["schemas"]["SegmentEnteredTrigger"] | components["schemas"]["SegmentLeftTrigger"] | components["schemas"]["ScheduleTrigger"] | components["schemas"]["DateTrigger"] | components["schemas"]["ManualTrigger"];
        WorkflowVersion: {
            version: number;
            trigger: components["schemas"]["TriggerRecord"];
            stepCount: number;
            /** @description Active executions of this version. They finish in it. */
            active: number;
            /**
             * Format: date-time
             * @description When the version was last saved.
             */
            createdAt: string;
            /** @description As given. Execution begins at the first step. */
            steps: ({
                id: string;
                type: string;
            } & {
                [key: string]: unknown;
            })[];
            entry: {
                [key: string]: unknown;
            } | null;
            exit: {
                [key: string]: unknown;
            } | null;
            goal: components["schemas"]["WorkflowGoalRecord"] | null;
            holdout: components["schemas"]["HoldoutRecord"] | null;
        };
        WorkflowVersionList: {
            /** @description Without steps, entry, exit, goal and holdout. */
            versions: components["schemas"]["WorkflowVersionSummary"][];
            /** @description Pass it to get the next page; null on the last page. */
            cursor: string | null;
            /** @description Whether there is another page. */
            hasMore: boolean;
            /** @description Exact number of matching records; null with total=false. */
            total: number | null;
        };
        WorkflowVersionSummary: {
            version: number;
            trigger: components["schemas"]["TriggerRecord"];
            stepCount: number;
            /** @description Active executions of this version. They finish in it. */
            active: number;
            /**
             * Format: date-time
             * @description When the version was last saved.
             */
            createdAt: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProjectPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
                /** @description Part of the name; case-insensitive. */
                search?: string;
                /** @description The order: by creation or by name (case-insensitive); a hyphen reverses it. A cursor belongs to one order. */
                sort?: "createdAt" | "-createdAt" | "name" | "-name";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewKey"];
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["KeyRotate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedKey"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: {
                /** @description true allows revoking the key that the request uses. Default: false. */
                confirm?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    importContacts: {
        parameters: {
            query?: {
                /** @description JSON object that maps headers: {header: "email" | "subscribed" | "subscriptionState" | "pausedUntil" | "topics.x" | "data.x" | "data.*" | null}. Headers that it does not name keep their default. A column named data.* holds a JSON object with any number of keys, as exports write it. */
                map?: string;
                /** @description Subscription of new contacts whose row does not contain one. Default: true. */
                subscribed?: boolean;
                /** @description true also subscribes contacts that have unsubscribed, and lets contacts join topics that they have left. Default: false. */
                resubscribe?: boolean;
                /** @description true records the events contact.created, contact.subscribed, contact.unsubscribed, contact.topic_joined and contact.topic_left. Default: false. */
                events?: boolean;
                /** @description A static segment to which every contact of the file is added. */
                segmentId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The CSV text, or a form with one file and the options as fields. */
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The CSV file, with a header row.
                     */
                    file: string;
                };
                /**
                 * @example email,subscribed,plan
                 *     ada@example.com,yes,pro
                 *     grace@example.com,no,free
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description Accepted: the work has started. Follow its progress with GET /jobs/{id}. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedJob"];
                };
            };
        };
    };
    listContacts: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
                /** @description Only contacts who are (true) or are not (false) subscribed. */
                subscribed?: boolean;
                /** @description Part of the address; case-insensitive. */
                search?: string;
                /** @description Only the contact with exactly this address. */
                email?: string;
                /** @description Only members of this segment. */
                segmentId?: string;
                /** @description Only contacts that match this filter, as JSON in the form of the `filters` of a segment. */
                filter?: string;
                /** @description The order: by creation or by address; a hyphen reverses it. A cursor belongs to one order. */
                sort?: "createdAt" | "-createdAt" | "email" | "-email";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactList"];
                };
            };
        };
    };
    upsertContact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactUpsert"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpsertedContact"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpsertedContact"];
                };
            };
        };
    };
    listContactFields: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactFields"];
                };
            };
        };
    };
    exportContacts: {
        parameters: {
            query?: {
                /** @description Only contacts who are (true) or are not (false) subscribed. */
                subscribed?: boolean;
                /** @description Part of the address; case-insensitive. */
                search?: string;
                /** @description Only the contact with exactly this address. */
                email?: string;
                /** @description Only members of this segment. */
                segmentId?: string;
                /** @description Only contacts that match this filter, as JSON in the form of the `filters` of a segment. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example email,subscribed,subscriptionState,pausedUntil,plan
                     *     ada@example.com,true,SUBSCRIBED,,pro
                     */
                    "text/csv": string;
                };
            };
        };
    };
    bulkContacts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactBulk"];
            };
        };
        responses: {
            /** @description Accepted: the work has started. Follow its progress with GET /jobs/{id}. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedJob"];
                };
            };
        };
    };
    getContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
        };
    };
    deleteContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ContactPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
        };
    };
    exportPersonalData: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonalData"];
                };
            };
        };
    };
    listSegments: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
                /** @description Part of the name; case-insensitive. */
                search?: string;
                /** @description The order: by creation, by name (case-insensitive) or by the last change; a hyphen reverses it. A cursor belongs to one order. */
                sort?: "createdAt" | "-createdAt" | "name" | "-name" | "updatedAt" | "-updatedAt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentList"];
                };
            };
        };
    };
    createSegment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SegmentCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
        };
    };
    previewSegment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SegmentPreview"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentPreviewed"];
                };
            };
        };
    };
    getSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f52-40aa-7b1e-9a3c-0d6f2b8e1177
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentWithUses"];
                };
            };
        };
    };
    deleteSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f52-40aa-7b1e-9a3c-0d6f2b8e1177
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f52-40aa-7b1e-9a3c-0d6f2b8e1177
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SegmentPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
        };
    };
    listSegmentContacts: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
                /** @description Part of the address; case-insensitive. */
                search?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f52-40aa-7b1e-9a3c-0d6f2b8e1177
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactList"];
                };
            };
        };
    };
    getSegmentGrowth: {
        parameters: {
            query?: {
                /** @description Number of days, up to today. */
                days?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f52-40aa-7b1e-9a3c-0d6f2b8e1177
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentGrowth"];
                };
            };
        };
    };
    exportSegmentGrowth: {
        parameters: {
            query?: {
                /** @description Number of days, up to today. */
                days?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f52-40aa-7b1e-9a3c-0d6f2b8e1177
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example day,members
                     *     2026-03-01,1204
                     *     2026-03-02,1211
                     */
                    "text/csv": string;
                };
            };
        };
    };
    explainSegment: {
        parameters: {
            query: {
                /** @description Id of a contact. */
                contactId: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f52-40aa-7b1e-9a3c-0d6f2b8e1177
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentExplained"];
                };
            };
        };
    };
    addSegmentMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f52-40aa-7b1e-9a3c-0d6f2b8e1177
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MembersAdd"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MembersAdded"];
                };
            };
        };
    };
    removeSegmentMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f52-40aa-7b1e-9a3c-0d6f2b8e1177
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MembersRemove"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MembersRemoved"];
                };
            };
        };
    };
    listContactSegments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactSegmentList"];
                };
            };
        };
    };
    getControlGroupReport: {
        parameters: {
            query: {
                /** @description The event that people are meant to reach, such as order.paid. */
                event: string;
                /** @description Events from this time on count. Default: since when the group has its size, and not earlier than 90 days ago. */
                from?: string;
                /** @description Events before this time count. Default: now. */
                to?: string;
                /** @description A number in the data of the event to add up, such as data.total. */
                value?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlGroupReport"];
                };
            };
        };
    };
    exportControlGroupReport: {
        parameters: {
            query: {
                /** @description The event that people are meant to reach, such as order.paid. */
                event: string;
                /** @description Events from this time on count. Default: since when the group has its size, and not earlier than 90 days ago. */
                from?: string;
                /** @description Events before this time count. Default: now. */
                to?: string;
                /** @description A number in the data of the event to add up, such as data.total. */
                value?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example section,item,figure,value
                     *     ,,sent,408
                     *     links,https://example.com/spring,clicks,81
                     */
                    "text/csv": string;
                };
            };
        };
    };
    getControlGroupMembership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlGroupMembership"];
                };
            };
        };
    };
    listCouponLists: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CouponLists"];
                };
            };
        };
    };
    createCouponList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CouponListCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CouponList"];
                };
            };
        };
    };
    getCouponList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CouponList"];
                };
            };
        };
    };
    deleteCouponList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateCouponList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CouponListPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CouponList"];
                };
            };
        };
    };
    listCouponCodes: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
                /** @description Only codes with this status. */
                status?: "free" | "taken";
                /** @description Only the code of this contact. */
                contactId?: string;
                /** @description Only codes that emails of this campaign took. */
                campaignId?: string;
                /** @description Only codes that emails of this workflow took. */
                workflowId?: string;
                /** @description Part of the code, or of the address of the contact who has it; case-insensitive. */
                search?: string;
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CouponCodeList"];
                };
            };
        };
    };
    addCouponCodes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CouponCodesAdd"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CouponCodesAdded"];
                };
            };
        };
    };
    exportCouponList: {
        parameters: {
            query?: {
                /** @description Only codes with this status. */
                status?: "free" | "taken";
                /** @description Only the code of this contact. */
                contactId?: string;
                /** @description Only codes that emails of this campaign took. */
                campaignId?: string;
                /** @description Only codes that emails of this workflow took. */
                workflowId?: string;
                /** @description Part of the code, or of the address of the contact who has it; case-insensitive. */
                search?: string;
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example code,status,contactId,email,takenAt,emailId,campaignId,workflowId,templateId,createdAt
                     *     SPRING-7H2K-QX,free,,,,,,,,2026-03-02T09:21:12.000Z
                     */
                    "text/csv": string;
                };
            };
        };
    };
    listTopics: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopicList"];
                };
            };
        };
    };
    createTopic: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TopicCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Topic"];
                };
            };
        };
    };
    getTopic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f3c-51a0-7d3e-8b27-64f0a9c1d5e2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopicWithUses"];
                };
            };
        };
    };
    deleteTopic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f3c-51a0-7d3e-8b27-64f0a9c1d5e2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateTopic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f3c-51a0-7d3e-8b27-64f0a9c1d5e2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TopicPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Topic"];
                };
            };
        };
    };
    listForms: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormList"];
                };
            };
        };
    };
    createForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Form"];
                };
            };
        };
    };
    previewForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormCreate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormPreview"];
                };
            };
        };
    };
    getForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f3c-7b10-7e4f-9a31-52d0c8e1f7a4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Form"];
                };
            };
        };
    };
    deleteForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f3c-7b10-7e4f-9a31-52d0c8e1f7a4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f3c-7b10-7e4f-9a31-52d0c8e1f7a4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["FormPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Form"];
                };
            };
        };
    };
    getFormSnippet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f3c-7b10-7e4f-9a31-52d0c8e1f7a4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormSnippet"];
                };
            };
        };
    };
    listFormContacts: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
                /** @description Part of the address; case-insensitive. */
                search?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f3c-7b10-7e4f-9a31-52d0c8e1f7a4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormContactList"];
                };
            };
        };
    };
    getFormStatistics: {
        parameters: {
            query?: {
                /** @description Number of days, up to today. */
                days?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f3c-7b10-7e4f-9a31-52d0c8e1f7a4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormStatistics"];
                };
            };
        };
    };
    exportFormStatistics: {
        parameters: {
            query?: {
                /** @description Number of days, up to today. */
                days?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f3c-7b10-7e4f-9a31-52d0c8e1f7a4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example day,members
                     *     2026-03-01,1204
                     *     2026-03-02,1211
                     */
                    "text/csv": string;
                };
            };
        };
    };
    listContactEvents: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
                /** @description Only events with this name. */
                name?: string;
                /** @description Only events at this time or later; a day begins at 00:00 UTC. */
                from?: string;
                /** @description Only events at this time or earlier; a day ends at 24:00 UTC. */
                to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
        };
    };
    getContactBestHour: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactBestHour"];
                };
            };
        };
    };
    getContactEngagement: {
        parameters: {
            query?: {
                /** @description The length of a period. Default: month. */
                by?: "week" | "month";
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactEngagement"];
                };
            };
        };
    };
    countMissingFields: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MissingFieldsQuery"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MissingFields"];
                };
            };
        };
    };
    listContactConsent: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsentList"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
                /** @description Only events with this name. */
                name?: string;
                /** @description Only events at this time or later; a day begins at 00:00 UTC. */
                from?: string;
                /** @description Only events at this time or earlier; a day ends at 24:00 UTC. */
                to?: string;
                /** @description Only events of this contact. */
                contactId?: string;
                /** @description Part of the address of the contact; case-insensitive. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
        };
    };
    listEventNames: {
        parameters: {
            query?: {
                /** @description Names per page. Without limit and cursor all names are returned. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventNames"];
                };
            };
        };
    };
    trackEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackAnswer"];
                };
            };
        };
    };
    listSuppressions: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
                /** @description Only suppressions with this reason. */
                reason?: "soft_bounces" | "manual" | "hard_bounce" | "complaint";
                /** @description Part of the address; case-insensitive. */
                search?: string;
                /** @description The order: by creation or by address; a hyphen reverses it. A cursor belongs to one order. */
                sort?: "createdAt" | "-createdAt" | "email" | "-email";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionList"];
                };
            };
        };
    };
    createSuppression: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuppressionCreate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suppression"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suppression"];
                };
            };
        };
    };
    getSuppression: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f88-0f1c-7a93-9b4e-7d25c0e6f813
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suppression"];
                };
            };
        };
    };
    deleteSuppression: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f88-0f1c-7a93-9b4e-7d25c0e6f813
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    importSuppressions: {
        parameters: {
            query?: {
                /** @description JSON object that maps headers: {header: "email" | "reason" | null}. Without it, the columns named email and reason are used, case-insensitively. All other columns are skipped. */
                map?: string;
                /** @description The reason for rows without one. Default: manual. */
                reason?: "soft_bounces" | "manual" | "hard_bounce" | "complaint";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The CSV text, or a form with one file and the options as fields. */
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The CSV file, with a header row.
                     */
                    file: string;
                };
                /**
                 * @example email,reason
                 *     closed@example.com,hard_bounce
                 *     angry@example.com,complaint
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description Accepted: the work has started. Follow its progress with GET /jobs/{id}. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedJob"];
                };
            };
        };
    };
    listDomains: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
                /** @description Only verified (true) or unverified (false) domains. */
                verified?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainList"];
                };
            };
        };
    };
    createDomain: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
        };
    };
    getDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f80-9be4-7d77-8c06-e52a1f3d9b40
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
        };
    };
    deleteDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f80-9be4-7d77-8c06-e52a1f3d9b40
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f80-9be4-7d77-8c06-e52a1f3d9b40
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DomainPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
        };
    };
    verifyDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f80-9be4-7d77-8c06-e52a1f3d9b40
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
        };
    };
    rotateDomainKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f80-9be4-7d77-8c06-e52a1f3d9b40
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
        };
    };
    createDomainKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f80-9be4-7d77-8c06-e52a1f3d9b40
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DomainKeyCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
        };
    };
    getDomainChecks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f80-9be4-7d77-8c06-e52a1f3d9b40
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainChecks"];
                };
            };
        };
    };
    runDomainChecks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f80-9be4-7d77-8c06-e52a1f3d9b40
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted: the work has started. Follow its progress with GET /jobs/{id}. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainChecks"];
                };
            };
        };
    };
    getDomainPostmaster: {
        parameters: {
            query?: {
                /** @description The first day, in the time of Google, which is that of California. Default: 29 days before `to`. */
                from?: string;
                /** @description The last day. Default: today, or the last that is in reach of `from`. */
                to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f80-9be4-7d77-8c06-e52a1f3d9b40
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainPostmaster"];
                };
            };
        };
    };
    getDomainReports: {
        parameters: {
            query?: {
                /** @description The first day, in UTC. Default: 29 days before `to`. */
                from?: string;
                /** @description The last day. Default: today, or the last that is in reach of `from`. */
                to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f80-9be4-7d77-8c06-e52a1f3d9b40
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainReports"];
                };
            };
        };
    };
    listReportSources: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
                /** @description The first day, in UTC. Default: 29 days before `to`. */
                from?: string;
                /** @description The last day. Default: today, or the last that is in reach of `from`. */
                to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f80-9be4-7d77-8c06-e52a1f3d9b40
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportSourceList"];
                };
            };
        };
    };
    exportDomainReports: {
        parameters: {
            query?: {
                /** @description The first day, in UTC. Default: 29 days before `to`. */
                from?: string;
                /** @description The last day. Default: today, or the last that is in reach of `from`. */
                to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f80-9be4-7d77-8c06-e52a1f3d9b40
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example day,members
                     *     2026-03-01,1204
                     *     2026-03-02,1211
                     */
                    "text/csv": string;
                };
            };
        };
    };
    listDomainAlerts: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainAlertList"];
                };
            };
        };
    };
    listReportAlerts: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f80-9be4-7d77-8c06-e52a1f3d9b40
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainAlertList"];
                };
            };
        };
    };
    listTransports: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransportList"];
                };
            };
        };
    };
    createTransport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TransportCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transport"];
                };
            };
        };
    };
    getTransport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f9a-6f41-7c02-9d1e-3b5a8f6c2e17
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transport"];
                };
            };
        };
    };
    deleteTransport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f9a-6f41-7c02-9d1e-3b5a8f6c2e17
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateTransport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f9a-6f41-7c02-9d1e-3b5a8f6c2e17
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TransportPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transport"];
                };
            };
        };
    };
    testTransport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f9a-6f41-7c02-9d1e-3b5a8f6c2e17
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransportTest"];
                };
            };
        };
    };
    getTransportFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f9a-6f41-7c02-9d1e-3b5a8f6c2e17
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransportFeedback"];
                };
            };
        };
    };
    updateTransportFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f9a-6f41-7c02-9d1e-3b5a8f6c2e17
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransportFeedbackPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransportFeedback"];
                };
            };
        };
    };
    rotateTransportFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f9a-6f41-7c02-9d1e-3b5a8f6c2e17
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TransportFeedbackRotate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransportFeedback"];
                };
            };
        };
    };
    proveTransportFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f9a-6f41-7c02-9d1e-3b5a8f6c2e17
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["FeedbackProve"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransportFeedback"];
                };
            };
        };
    };
    listDestinations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f9a-6f41-7c02-9d1e-3b5a8f6c2e17
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DestinationList"];
                };
            };
        };
    };
    getProjectHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectHealth"];
                };
            };
        };
    };
    resumeMarketing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectHealth"];
                };
            };
        };
    };
    getReputation: {
        parameters: {
            query?: {
                /** @description The first day, in the time zone of the project. Default: 29 days before `to`. */
                from?: string;
                /** @description The last day. Default: today, or the last that is in reach of `from`. */
                to?: string;
                /** @description Only this mailbox provider. */
                provider?: "google" | "microsoft" | "yahoo" | "apple" | "comcast" | "gmx" | "telekom" | "orange" | "free" | "mailru" | "yandex" | "tencent" | "netease" | "proton" | "zoho" | "fastmail" | "mimecast" | "proofpoint" | "barracuda" | "ionos" | "ovh" | "others";
                /** @description Only this sending address: the `id` of one of `senders`. */
                sender?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reputation"];
                };
            };
        };
    };
    exportReputation: {
        parameters: {
            query?: {
                /** @description The first day, in the time zone of the project. Default: 29 days before `to`. */
                from?: string;
                /** @description The last day. Default: today, or the last that is in reach of `from`. */
                to?: string;
                /** @description Only this mailbox provider. */
                provider?: "google" | "microsoft" | "yahoo" | "apple" | "comcast" | "gmx" | "telekom" | "orange" | "free" | "mailru" | "yandex" | "tencent" | "netease" | "proton" | "zoho" | "fastmail" | "mimecast" | "proofpoint" | "barracuda" | "ionos" | "ovh" | "others";
                /** @description Only this sending address: the `id` of one of `senders`. */
                sender?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example day,members
                     *     2026-03-01,1204
                     *     2026-03-02,1211
                     */
                    "text/csv": string;
                };
            };
        };
    };
    listReputationReplies: {
        parameters: {
            query?: {
                /** @description The first day, in the time zone of the project. Default: 29 days before `to`. */
                from?: string;
                /** @description The last day. Default: today, or the last that is in reach of `from`. */
                to?: string;
                /** @description Only this mailbox provider. */
                provider?: "google" | "microsoft" | "yahoo" | "apple" | "comcast" | "gmx" | "telekom" | "orange" | "free" | "mailru" | "yandex" | "tencent" | "netease" | "proton" | "zoho" | "fastmail" | "mimecast" | "proofpoint" | "barracuda" | "ionos" | "ovh" | "others";
                /** @description Only this sending address: the `id` of one of `senders`. */
                sender?: string;
                /** @description Only replies with this effect on their emails. */
                effect?: "deferred" | "refused" | "reported";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReputationReplies"];
                };
            };
        };
    };
    listReputationBrakes: {
        parameters: {
            query?: {
                /** @description The first day, in the time zone of the project. Default: 29 days before `to`. */
                from?: string;
                /** @description The last day. Default: today, or the last that is in reach of `from`. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReputationBrakes"];
                };
            };
        };
    };
    previewCaps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CapsPreviewSettings"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CapsPreview"];
                };
            };
        };
    };
    verifyAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyAnswer"];
                };
            };
        };
    };
    sendEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendAnswer"];
                };
            };
        };
    };
    sendBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchAnswer"];
                };
            };
        };
    };
    testTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f91-c7f5-7e02-8d31-a94b6e0c25f8
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TemplateTest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateTested"];
                };
            };
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
                /** @description Number of the page; ignored if a cursor is given. */
                page?: number;
                /** @description Another name for limit; it takes precedence if both are given. */
                pageSize?: number;
                /** @description Only templates of this type. */
                type?: "TRANSACTIONAL" | "MARKETING";
                /** @description Part of the name; case-insensitive. */
                search?: string;
                /** @description The order: by creation, by name (case-insensitive) or by the last change; a hyphen reverses it. A cursor belongs to one order. */
                sort?: "createdAt" | "-createdAt" | "name" | "-name" | "updatedAt" | "-updatedAt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateList"];
                };
            };
        };
    };
    createTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    getTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id or alias of the template.
                 * @example 019c2f91-c7f5-7e02-8d31-a94b6e0c25f8
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    deleteTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id or alias of the template.
                 * @example 019c2f91-c7f5-7e02-8d31-a94b6e0c25f8
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id or alias of the template.
                 * @example 019c2f91-c7f5-7e02-8d31-a94b6e0c25f8
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TemplatePatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    duplicateTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id or alias of the template.
                 * @example 019c2f91-c7f5-7e02-8d31-a94b6e0c25f8
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    renderTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id or alias of the template.
                 * @example 019c2f91-c7f5-7e02-8d31-a94b6e0c25f8
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SavedTemplateRender"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenderedSavedTemplate"];
                };
            };
        };
    };
    renderDraft: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DraftRender"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenderedDraft"];
                };
            };
        };
    };
    listTemplateVersions: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Id or alias of the template.
                 * @example 019c2f91-c7f5-7e02-8d31-a94b6e0c25f8
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateVersionList"];
                };
            };
        };
    };
    getTemplateVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id or alias of the template.
                 * @example 019c2f91-c7f5-7e02-8d31-a94b6e0c25f8
                 */
                id: string;
                /** @description Number of the version. */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateVersion"];
                };
            };
        };
    };
    checkDraft: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DraftChecksRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentChecks"];
                };
            };
        };
    };
    checkTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id or alias of the template.
                 * @example 019c2f91-c7f5-7e02-8d31-a94b6e0c25f8
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TemplateChecksRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentChecks"];
                };
            };
        };
    };
    checkDraftLinks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DraftRender"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkChecks"];
                };
            };
        };
    };
    checkTemplateLinks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id or alias of the template.
                 * @example 019c2f91-c7f5-7e02-8d31-a94b6e0c25f8
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TemplateLinksRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkChecks"];
                };
            };
        };
    };
    listPartials: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailPartialList"];
                };
            };
        };
    };
    createPartial: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailPartialCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailPartial"];
                };
            };
        };
    };
    getPartial: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f92-11d2-7c3b-9a10-7e5d20b8c4f1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailPartial"];
                };
            };
        };
    };
    deletePartial: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f92-11d2-7c3b-9a10-7e5d20b8c4f1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updatePartial: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f92-11d2-7c3b-9a10-7e5d20b8c4f1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmailPartialPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailPartial"];
                };
            };
        };
    };
    renderPartial: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailPartialRender"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenderedEmailPartial"];
                };
            };
        };
    };
    listPartialVersions: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f92-11d2-7c3b-9a10-7e5d20b8c4f1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailPartialVersionList"];
                };
            };
        };
    };
    getPartialVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f92-11d2-7c3b-9a10-7e5d20b8c4f1
                 */
                id: string;
                /** @description Number of the version. */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailPartialVersion"];
                };
            };
        };
    };
    getBrandKit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrandKitAnswer"];
                };
            };
        };
    };
    updateBrandKit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BrandKitPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrandKitAnswer"];
                };
            };
        };
    };
    listImages: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImageList"];
                };
            };
        };
    };
    createImage: {
        parameters: {
            query?: {
                /** @description Name of the file, for lists. Default: image. */
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The image, or a form with one file. */
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The image.
                     */
                    file: string;
                };
                /** @example (the bytes of the image) */
                "image/png": string;
                /** @example (the bytes of the image) */
                "image/jpeg": string;
                /** @example (the bytes of the image) */
                "image/gif": string;
                /** @example (the bytes of the image) */
                "image/webp": string;
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Image"];
                };
            };
        };
    };
    deleteImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listEmails: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
                /** @description Only emails with this status. */
                status?: "QUEUED" | "SCHEDULED" | "SENDING" | "SENT" | "DELIVERED" | "DEFERRED" | "BOUNCED" | "COMPLAINED" | "FAILED" | "SUPPRESSED" | "CANCELLED";
                /** @description Only emails to this contact. */
                contactId?: string;
                /** @description Only emails of this campaign. */
                campaignId?: string;
                /** @description Only emails of this template, by its id or alias. */
                templateId?: string;
                /** @description Only emails with exactly this tag. */
                tag?: string;
                /** @description Only emails that were accepted at this time or later; a day begins at 00:00 UTC. */
                from?: string;
                /** @description Only emails that were accepted at this time or earlier; a day ends at 24:00 UTC. */
                to?: string;
                /** @description Part of the address of the recipient, or of the subject as its author wrote it, such as "Hello {{ name }}"; upper and lower case count as equal. */
                search?: string;
                /** @description The order: newest first, or with `createdAt` oldest first. A cursor belongs to one order. */
                sort?: "createdAt" | "-createdAt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailList"];
                };
            };
        };
    };
    listContactEmails: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
                /** @description Only emails with this status. */
                status?: "QUEUED" | "SCHEDULED" | "SENDING" | "SENT" | "DELIVERED" | "DEFERRED" | "BOUNCED" | "COMPLAINED" | "FAILED" | "SUPPRESSED" | "CANCELLED";
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailList"];
                };
            };
        };
    };
    getEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f40-1b7e-7a02-8f53-5a9d40c6e711
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
        };
    };
    updateEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f40-1b7e-7a02-8f53-5a9d40c6e711
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmailPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
        };
    };
    getEmailContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f40-1b7e-7a02-8f53-5a9d40c6e711
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailContent"];
                };
            };
        };
    };
    getRawEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f40-1b7e-7a02-8f53-5a9d40c6e711
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example From: The Shop <hello@shop.test>
                     *     To: Ada Lovelace <ada@example.com>
                     *     Subject: Your order A-1043 is on its way
                     *
                     *     Hello Ada, your order A-1043 left our warehouse today.
                     */
                    "message/rfc822": string;
                };
            };
        };
    };
    cancelEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f40-1b7e-7a02-8f53-5a9d40c6e711
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
        };
    };
    resendEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f40-1b7e-7a02-8f53-5a9d40c6e711
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
        };
    };
    listInbox: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxList"];
                };
            };
        };
    };
    clearInbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxCleared"];
                };
            };
        };
    };
    listAttachments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f40-1b7e-7a02-8f53-5a9d40c6e711
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailAttachments"];
                };
            };
        };
    };
    getAttachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f40-1b7e-7a02-8f53-5a9d40c6e711
                 */
                id: string;
                /** @description Number of the attachment. */
                index: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example (the bytes of the file) */
                    "application/octet-stream": string;
                };
            };
        };
    };
    waitForInboxEmail: {
        parameters: {
            query?: {
                /** @description Only emails to this address; upper and lower case count as equal. */
                to?: string;
                /** @description Only emails whose subject contains this text; upper and lower case count as equal. */
                subject?: string;
                /** @description Only emails that arrived after this time (ISO 8601), or after the email with this id. Default: a minute ago. */
                after?: string;
                /** @description How many seconds to wait at most. With 0 the answer comes at once. */
                timeout?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedEmail"];
                };
            };
        };
    };
    listRecurringCampaigns: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecurringCampaignList"];
                };
            };
        };
    };
    createRecurringCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecurringCampaignCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecurringCampaign"];
                };
            };
        };
    };
    getRecurringCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecurringCampaign"];
                };
            };
        };
    };
    deleteRecurringCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateRecurringCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RecurringCampaignPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecurringCampaign"];
                };
            };
        };
    };
    previewFeed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeedPreviewRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Feed"];
                };
            };
        };
    };
    runRecurringCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted: the work has started. Follow its progress with GET /jobs/{id}. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecurringCampaign"];
                };
            };
        };
    };
    listRecurringCampaignRuns: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
                /** @description Only runs with this outcome. */
                outcome?: "SENT" | "SKIPPED" | "FAILED";
                /** @description Part of the subject or of the reason; case-insensitive. */
                search?: string;
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecurringRunList"];
                };
            };
        };
    };
    exportRecurringCampaignRuns: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example day,members
                     *     2026-03-01,1204
                     *     2026-03-02,1211
                     */
                    "text/csv": string;
                };
            };
        };
    };
    listCampaigns: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
                /** @description Number of the page; ignored if a cursor is given. */
                page?: number;
                /** @description Another name for limit; it takes precedence if both are given. */
                pageSize?: number;
                /** @description Only campaigns in this state. */
                status?: "DRAFT" | "SCHEDULED" | "SENDING" | "SENT" | "CANCELLED";
                /** @description Part of the name; case-insensitive. */
                search?: string;
                /** @description The order: by creation, by name (case-insensitive) or by the last change; a hyphen reverses it. A cursor belongs to one order. */
                sort?: "createdAt" | "-createdAt" | "name" | "-name" | "updatedAt" | "-updatedAt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignList"];
                };
            };
        };
    };
    createCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignAnswer"];
                };
            };
        };
    };
    getCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignAnswer"];
                };
            };
        };
    };
    deleteCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CampaignPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignAnswer"];
                };
            };
        };
    };
    duplicateCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignAnswer"];
                };
            };
        };
    };
    sendCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CampaignSend"];
            };
        };
        responses: {
            /** @description No body */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    cancelCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignAnswer"];
                };
            };
        };
    };
    pauseCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CampaignPause"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignAnswer"];
                };
            };
        };
    };
    resumeCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignAnswer"];
                };
            };
        };
    };
    chooseCampaignWinner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignWinner"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignAnswer"];
                };
            };
        };
    };
    testCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CampaignTest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignTested"];
                };
            };
        };
    };
    preflightCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignPreflightAnswer"];
                };
            };
        };
    };
    checkCampaignLinks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkChecksAnswer"];
                };
            };
        };
    };
    checkCampaignSpam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpamChecksAnswer"];
                };
            };
        };
    };
    getCampaignStatistics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignStatisticsAnswer"];
                };
            };
        };
    };
    getCampaignBreakdown: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignBreakdownAnswer"];
                };
            };
        };
    };
    getCampaignComparison: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignComparisonAnswer"];
                };
            };
        };
    };
    listCampaignClicks: {
        parameters: {
            query: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
                /** @description A `url` of `links` in `GET /campaigns/{id}/stats`, as it is there. */
                url: string;
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignClickList"];
                };
            };
        };
    };
    exportCampaignReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example section,item,figure,value
                     *     ,,sent,408
                     *     links,https://example.com/spring,clicks,81
                     */
                    "text/csv": string;
                };
            };
        };
    };
    listCampaignRecipients: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
                /** @description Only recipients whose email has this status. */
                status?: "QUEUED" | "SCHEDULED" | "SENDING" | "SENT" | "DELIVERED" | "DEFERRED" | "BOUNCED" | "COMPLAINED" | "FAILED" | "SUPPRESSED" | "CANCELLED";
                /** @description Part of the address of the recipient; case-insensitive. */
                search?: string;
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignRecipientList"];
                };
            };
        };
    };
    exportCampaigns: {
        parameters: {
            query?: {
                /** @description Only campaigns in this state. */
                status?: "DRAFT" | "SCHEDULED" | "SENDING" | "SENT" | "CANCELLED";
                /** @description Part of the name; case-insensitive. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example day,members
                     *     2026-03-01,1204
                     *     2026-03-02,1211
                     */
                    "text/csv": string;
                };
            };
        };
    };
    exportCampaignRecipients: {
        parameters: {
            query?: {
                /** @description Only recipients whose email has this status. */
                status?: "QUEUED" | "SCHEDULED" | "SENDING" | "SENT" | "DELIVERED" | "DEFERRED" | "BOUNCED" | "COMPLAINED" | "FAILED" | "SUPPRESSED" | "CANCELLED";
                /** @description Part of the address of the recipient; case-insensitive. */
                search?: string;
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example day,members
                     *     2026-03-01,1204
                     *     2026-03-02,1211
                     */
                    "text/csv": string;
                };
            };
        };
    };
    exportCampaignClicks: {
        parameters: {
            query: {
                /** @description A `url` of `links` in `GET /campaigns/{id}/stats`, as it is there. */
                url: string;
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example day,members
                     *     2026-03-01,1204
                     *     2026-03-02,1211
                     */
                    "text/csv": string;
                };
            };
        };
    };
    listWorkflows: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
                /** @description Part of the name; case-insensitive. */
                search?: string;
                /** @description The order: by creation, by name (case-insensitive) or by the last change; a hyphen reverses it. A cursor belongs to one order. */
                sort?: "createdAt" | "-createdAt" | "name" | "-name" | "updatedAt" | "-updatedAt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowList"];
                };
            };
        };
    };
    createWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkflowCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
        };
    };
    simulateDefinition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DefinitionSimulate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowSimulated"];
                };
            };
        };
    };
    getWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f60-11c2-7d05-8f4e-5a1b9c7d3e21
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
        };
    };
    deleteWorkflow: {
        parameters: {
            query?: {
                /** @description true cancels active executions. Default: false, which returns 409 if there are any. */
                cancel?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f60-11c2-7d05-8f4e-5a1b9c7d3e21
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f60-11c2-7d05-8f4e-5a1b9c7d3e21
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WorkflowPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
        };
    };
    duplicateWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f60-11c2-7d05-8f4e-5a1b9c7d3e21
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
        };
    };
    simulateWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f60-11c2-7d05-8f4e-5a1b9c7d3e21
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkflowSimulate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowSimulated"];
                };
            };
        };
    };
    preflightWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkflowPreflight"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowPreflightAnswer"];
                };
            };
        };
    };
    getWorkflowSigningSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f60-11c2-7d05-8f4e-5a1b9c7d3e21
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowSecret"];
                };
            };
        };
    };
    rotateWorkflowSigningSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f60-11c2-7d05-8f4e-5a1b9c7d3e21
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WorkflowSecretRotate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowSecret"];
                };
            };
        };
    };
    listWorkflowVersions: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f60-11c2-7d05-8f4e-5a1b9c7d3e21
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowVersionList"];
                };
            };
        };
    };
    getWorkflowVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f60-11c2-7d05-8f4e-5a1b9c7d3e21
                 */
                id: string;
                /** @description Number of the version. */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowVersion"];
                };
            };
        };
    };
    listWorkflowExecutions: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
                /** @description Only executions with this status. */
                status?: "RUNNING" | "WAITING" | "COMPLETED" | "EXITED" | "FAILED" | "CANCELLED";
                /** @description Only executions of this contact. */
                contactId?: string;
                /** @description Part of the address of the contact; case-insensitive. */
                search?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f60-11c2-7d05-8f4e-5a1b9c7d3e21
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowExecutionList"];
                };
            };
        };
    };
    startWorkflowExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f60-11c2-7d05-8f4e-5a1b9c7d3e21
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkflowExecutionStart"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowExecutionSummary"];
                };
            };
        };
    };
    getWorkflowStatistics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f60-11c2-7d05-8f4e-5a1b9c7d3e21
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowStatistics"];
                };
            };
        };
    };
    exportWorkflowReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f60-11c2-7d05-8f4e-5a1b9c7d3e21
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example section,item,figure,value
                     *     ,,sent,408
                     *     links,https://example.com/spring,clicks,81
                     */
                    "text/csv": string;
                };
            };
        };
    };
    cancelWorkflowExecutions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f60-11c2-7d05-8f4e-5a1b9c7d3e21
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted: the work has started. Follow its progress with GET /jobs/{id}. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedJob"];
                };
            };
        };
    };
    getWorkflowExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f60-11c2-7d05-8f4e-5a1b9c7d3e21
                 */
                id: string;
                /** @description Id of the record. */
                eid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowExecution"];
                };
            };
        };
    };
    cancelWorkflowExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f60-11c2-7d05-8f4e-5a1b9c7d3e21
                 */
                id: string;
                /** @description Id of the record. */
                eid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowExecutionSummary"];
                };
            };
        };
    };
    retryWorkflowExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f60-11c2-7d05-8f4e-5a1b9c7d3e21
                 */
                id: string;
                /** @description Id of the record. */
                eid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowExecutionSummary"];
                };
            };
        };
    };
    skipWorkflowStep: {
        parameters: {
            query?: {
                /** @description Skips only if the execution still waits at this step. Default: the current step. */
                stepId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f60-11c2-7d05-8f4e-5a1b9c7d3e21
                 */
                id: string;
                /** @description Id of the record. */
                eid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowExecutionSummary"];
                };
            };
        };
    };
    listContactExecutions: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
                /** @description Only executions with this status. */
                status?: "RUNNING" | "WAITING" | "COMPLETED" | "EXITED" | "FAILED" | "CANCELLED";
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactExecutionList"];
                };
            };
        };
    };
    explainEmail: {
        parameters: {
            query: {
                /** @description Id or address of a contact. */
                contact: string;
                /** @description Would the contact get this campaign? */
                campaignId?: string;
                /** @description Would the contact enter this workflow, and get its emails? */
                workflowId?: string;
                /** @description Id or alias. Would the contact get an email of this template, by POST /v1/send? */
                templateId?: string;
                /** @description Key of a topic. Would the contact get marketing email about it? */
                topic?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Explanation"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f9a-5d20-7b18-8c6e-0a4d9e2f7b31
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f9a-5d20-7b18-8c6e-0a4d9e2f7b31
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f9a-5d20-7b18-8c6e-0a4d9e2f7b31
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f9a-5d20-7b18-8c6e-0a4d9e2f7b31
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookRotate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    listenToEvents: {
        parameters: {
            query?: {
                /** @description The `cursor` of the previous answer. Without it, the answer comes at once, and its cursor stands for now. */
                after?: string;
                /** @description Names of events, separated by commas; "*" means every event. */
                types?: string;
                /** @description How many seconds to wait for an event. */
                timeout?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListenAnswer"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
                /** @description Only deliveries with this status. */
                status?: "PENDING" | "DELIVERED" | "FAILED";
                /** @description Part of the address of the contact that the event is about, case-insensitive; or the id of the delivery or of its event. */
                search?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f9a-5d20-7b18-8c6e-0a4d9e2f7b31
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 019c2f9a-5d20-7b18-8c6e-0a4d9e2f7b31
                 */
                id: string;
                /** @description Id of the delivery. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryDetails"];
                };
            };
        };
    };
    retryWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 019c2f9a-5d20-7b18-8c6e-0a4d9e2f7b31
                 */
                id: string;
                /** @description Id of the delivery. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f9a-5d20-7b18-8c6e-0a4d9e2f7b31
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookReplay"];
            };
        };
        responses: {
            /** @description Accepted: the work has started. Follow its progress with GET /jobs/{id}. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedJob"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f9a-5d20-7b18-8c6e-0a4d9e2f7b31
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f6e-25b0-7d18-9c77-84f2b6a30e91
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    listApprovals: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
                /** @description Only approvals in this state. */
                state?: "WAITING" | "APPROVED" | "REJECTED" | "FAILED" | "EXPIRED";
                /** @description Part of the title or of the name of the API key; case-insensitive. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalList"];
                };
            };
        };
    };
    getApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f60-3b10-7c42-9a1e-2d4f6b8c0e15
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
        };
    };
    listProjectFiles: {
        parameters: {
            query?: {
                /** @description The `cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectFileList"];
                };
            };
        };
    };
    applyProjectFiles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectApply"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectApplied"];
                };
            };
        };
    };
    listEmailHits: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description The `cursor` of the previous page. Without it, or empty: the first page. */
                cursor?: string;
                /** @description false leaves out the total (null), which makes searches faster. */
                total?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 019c2f40-1b7e-7a02-8f53-5a9d40c6e711
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailHitList"];
                };
            };
        };
    };
    receiveEmailQueued: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailQueuedEvent"];
            };
        };
        responses: never;
    };
    receiveEmailSent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailSentEvent"];
            };
        };
        responses: never;
    };
    receiveEmailDelivered: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailDeliveredEvent"];
            };
        };
        responses: never;
    };
    receiveEmailDeferred: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailDeferredEvent"];
            };
        };
        responses: never;
    };
    receiveEmailOpened: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailOpenedEvent"];
            };
        };
        responses: never;
    };
    receiveEmailClicked: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailClickedEvent"];
            };
        };
        responses: never;
    };
    receiveEmailBounced: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailBouncedEvent"];
            };
        };
        responses: never;
    };
    receiveEmailComplained: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailComplainedEvent"];
            };
        };
        responses: never;
    };
    receiveEmailFailed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailFailedEvent"];
            };
        };
        responses: never;
    };
    receiveEmailSuppressed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailSuppressedEvent"];
            };
        };
        responses: never;
    };
    receiveEmailRateWarning: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailRateWarningEvent"];
            };
        };
        responses: never;
    };
    receiveEmailPaused: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailPausedEvent"];
            };
        };
        responses: never;
    };
    receiveEmailResumed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailResumedEvent"];
            };
        };
        responses: never;
    };
    receiveEmailUnknownSource: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailUnknownSourceEvent"];
            };
        };
        responses: never;
    };
    receiveEmailAlignmentDropped: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailAlignmentDroppedEvent"];
            };
        };
        responses: never;
    };
    receiveEmailTlsFailing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailTlsFailingEvent"];
            };
        };
        responses: never;
    };
    receiveContactCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactCreatedEvent"];
            };
        };
        responses: never;
    };
    receiveContactSubscribed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactSubscribedEvent"];
            };
        };
        responses: never;
    };
    receiveContactUnsubscribed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactUnsubscribedEvent"];
            };
        };
        responses: never;
    };
    receiveContactTopicJoined: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactTopicJoinedEvent"];
            };
        };
        responses: never;
    };
    receiveContactTopicLeft: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactTopicLeftEvent"];
            };
        };
        responses: never;
    };
    receiveContactConfirmed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactConfirmedEvent"];
            };
        };
        responses: never;
    };
    receiveSegmentEntered: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SegmentEnteredEvent"];
            };
        };
        responses: never;
    };
    receiveSegmentLeft: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SegmentLeftEvent"];
            };
        };
        responses: never;
    };
    receiveWorkflowStarted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkflowStartedEvent"];
            };
        };
        responses: never;
    };
    receiveWorkflowCompleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkflowCompletedEvent"];
            };
        };
        responses: never;
    };
    receiveCustom: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomEvent"];
            };
        };
        responses: never;
    };
    receiveBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventBatch"];
            };
        };
        responses: never;
    };
    receiveWebhookTest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: never;
    };
}

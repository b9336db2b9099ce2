-- An invitation shows its link to whoever invites, so accepting one proves nothing about the address. Accounts were made as if
-- it did. The first sign-in with a provider proves the address, and takes away what somebody else may have set before.
-- Operators named their own address, with the set-up link or in the settings.
update users set email_verified = false where not is_operator;

import { translatable } from '../../i18n/translatable.ts'

export const activity = translatable('pages/activity/activity', 'activity', {
  title: 'Activity',
  subtitle: 'What happens in this project, newest first',
  list: 'Events, newest first',
  names: 'Names of events',
  all: 'Everything',
  live: 'Live',
  paused: 'Paused',
  pause: 'Pause',
  resume: 'Go on',
  empty: {
    title: 'Nothing has happened yet',
    text: 'Opens, clicks, bounces and new contacts appear here by themselves; events of your app come with this call:',
  },
  nothing: {
    title: 'No event matches',
    text: 'Try another part of the address, or another name.',
    clear: 'Show all events',
  },
  more: 'Show older events',
})

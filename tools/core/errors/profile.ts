import { defineErrors } from './define-errors.ts'

/** Codes of what a profile does not offer. */
export const PROFILE_ERRORS = defineErrors('profile', {
  UNKNOWN_ACTION_KIND: {
    message: 'unknown action kind "{kind}"{suggestion}',
    hint: 'use one of the kinds that this profile offers: {known}',
  },
  VENUE_NOT_AVAILABLE: {
    message: 'action kind "{kind}" is not served by venue {venue}',
    hint: 'name one of these under venue.protocol: {known}',
  },
  VENUE_AMBIGUOUS: {
    message: 'the position of action kind "{kind}" lies in {found}, expected one venue',
    hint: 'name the one that is meant under venue.protocol',
  },
  NEED_NOT_FILLED: {
    message: '{tool} needs "{need}", which no enabled protocol fills',
    hint: 'enable or allow a protocol that does it',
  },
  UNKNOWN_QUERY: {
    message: 'unknown query "{query}"{suggestion}',
    hint: 'use a read tool of this profile',
  },
  TOOL_NOT_AVAILABLE: {
    message: 'tool "{tool}" is not part of profile {profile}{suggestion}',
    hint: 'choose a tool of the profile, or start the agent with another profile',
  },
  TOOL_CHANGED: {
    message: 'tool {tool} is not the one that was approved: expected {expected}, found {found}',
    hint: 'the owner has to review its definition and approve it again',
  },
})

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
  DELEGATION_NOT_ALLOWED: {
    message: '{from} may not delegate to "{to}"{suggestion}',
    hint: 'delegate to one of these: {known}',
  },
  DELEGATION_TOO_DEEP: {
    message: 'the delegation {path} is {found:int} hops long, at most {expected:int} are allowed',
    hint: 'have an archetype that stands higher do it',
  },
  DELEGATION_EXCEEDS_PARENT: {
    message: '{path} asks for {found}, expected no more than {parent} has: {expected}',
    hint: 'ask for less: no session can give what it has not',
  },
  DELEGATED_SPEND_EXCEEDED: {
    message: '{tool} may spend {expected:usdc} in {span}, found {found:usdc}',
    hint: 'act in smaller parts, or have the session above do it',
  },
  DELEGATED_TOLERANCE_EXCEEDED: {
    message: '{tool} may choose a tolerance of {expected:int} bps, found {found:int}',
    hint: 'choose a narrower tolerance',
  },
  PERMIT_OF_ANOTHER_SESSION: {
    message: 'permit {permitId} was not issued to {path}',
    hint: 'commit and cancel what this session previewed; the others belong to those that asked for them',
  },
  GUARDIAN_NOT_CONSULTED: {
    message: 'safety-guardian could not be asked about permit {permitId}: {reason}',
    hint: 'commit again once its reads work; exits go on without its advice',
  },
  TOOL_CHANGED: {
    message: 'tool {tool} is not the one that was approved: expected {expected}, found {found}',
    hint: 'the owner has to review its definition and approve it again',
  },
})

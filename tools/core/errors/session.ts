import { defineErrors } from './define-errors.ts'

/** Codes of a model's session: what bounds its calls, and what comes between a call and its tool. */
export const SESSION_ERRORS = defineErrors('session', {
  TICK_CALLS_USED_UP: {
    message: 'call {found} of this tick, expected at most {expected}',
    hint: 'wait for the next tick; emergency_halt is never refused',
  },
  TICK_TIME_USED_UP: {
    message: 'this tick has lasted {found} ms, expected less than {expected} ms',
    hint: 'wait for the next tick; emergency_halt is never refused',
  },
  SESSION_OVER: {
    message: '{tool} comes after this session was ended by emergency_halt',
    hint: 'end here; a later session shows what is still allowed',
  },
  CALL_ALTERED: {
    message: '{tool} got other arguments than the model gave',
    hint: 'nothing was done; remove the extension that changes arguments',
  },
  CALL_NOT_APPROVED: {
    message: '{tool} was reached past the checks before it, or under the id of another call',
    hint: 'nothing was done; call it again, under an id of its own, with all extensions of this stack loaded, the safety extension last',
  },
  CALL_BLOCKED: {
    message: '{tool} was not carried out as it was checked: {reason}',
    hint: 'see the reason; ask query_state for what stands before trying again',
  },
  CALL_TIMED_OUT: {
    message: '{tool} did not end within {timeoutMs} ms',
    hint: 'what was begun may still come to its end; ask query_state for what stands',
  },
  SESSION_REFUSED: {
    message: 'the session cannot be opened: {reason}',
    hint: 'a session starts whole or not at all; mend what is named',
  },
})

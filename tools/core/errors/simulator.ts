import { defineErrors } from './define-errors.ts'

/** Codes of the simulation and what it shows beyond the expectation. */
export const SIMULATOR_ERRORS = defineErrors('simulator', {
  SIMULATION_REVERTED: {
    message: 'the action reverts: {reason}',
    hint: 'see the revert reason; nothing was sent',
  },
  SIMULATION_UNAVAILABLE: {
    message: 'the action could not be simulated: {reason}',
    hint: 'without a simulation every action is denied',
  },
  POSITION_UNEXPLAINED: {
    message:
      '{found:int} units that are {kind} in {protocol} under {key} would go without the plan saying so',
    hint: 'the expectation has to state every loss of the account',
  },
  POSITION_DRIFT: {
    message:
      'units that are {kind} in {protocol} under {key} would change by {found:int}, expected {expected:int} within {toleranceBps} bps',
    hint: 'preview again at the present state',
  },
  SIMULATION_DRIFT: {
    message:
      'the account would change by {found:amount}, expected {expected:amount} within {toleranceBps} bps',
    hint: 'the market moved since the preview; preview again',
  },
  TOLERANCE_TOO_WIDE: {
    message: 'the action tolerates {found} bps, the owner allows {expected} bps',
    hint: 'choose less slippage, or split the action; only the owner can allow more',
  },
  EXPECTATION_UNEXPLAINED: {
    message: 'the account would change by {found:amount}, the plan expects no change',
    hint: 'the action has an effect that its plan does not state',
  },
  MORE_THAN_GAS: {
    message: "a call of the operator's own account would change {subject}: {found}; it may cost gas alone",
    hint: 'an act of the operator moves and grants nothing: use a tool that acts through the account, or another contract',
  },
  TRANSFERS_CONTRADICTED: {
    message: 'the account would change by {found:amount}, the events of the token claim {claimed:amount}',
    hint: 'the token lies about its transfers: leave it alone',
  },
})

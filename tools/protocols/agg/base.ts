import { defineBase } from '../../core/base.ts'

/** Trades over every enabled venue, at once or in slices; it has no contract of its own. */
export const BASE = defineBase({
  id: 'agg',
  contracts: {},
  errors: {
    NO_VENUE_QUOTES: {
      layer: 'tool',
      message: 'no venue sells {amount} base units of {tokenIn} for {tokenOut}: {reasons}',
      hint: 'ask for less, or for a pair that a venue has a pool of; agg_compare_quotes tells what each says',
    },
    TWAP_NOT_FOUND: {
      layer: 'tool',
      message: '{scheduleId} is no schedule of this agent',
      hint: 'agg_schedule_twap answers the id of the schedule that it keeps',
    },
    TWAP_ENDED: {
      layer: 'tool',
      message: 'schedule {scheduleId} is over: {reason}',
      hint: 'agg_get_twap_progress tells what became of each slice; schedule what is left anew',
    },
    TWAP_NOT_DUE: {
      layer: 'tool',
      message:
        'slice {slice:int} of schedule {scheduleId} is due at second {expected:int}, now is {found:int}',
      hint: 'wait until it is due; slices are carried out in order, one at a time',
    },
    TWAP_LIMIT: {
      layer: 'tool',
      message:
        'the best venue pays {found:int} for a slice of schedule {scheduleId}, its limit is {expected:int}',
      hint: 'wait for a better price, or cancel the schedule',
    },
    TWAP_TOO_SMALL: {
      layer: 'tool',
      message: '{found:int} base units make no {expected:int} slices',
      hint: 'schedule more, or fewer slices',
    },
  },
})

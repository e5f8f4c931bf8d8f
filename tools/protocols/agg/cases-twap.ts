import { type CaseStep, kept } from '../../core/cases.ts'

/** A schedule of four slices, one a minute, kept as `twap`. */
export const SCHEDULED: readonly CaseStep[] = [
  {
    tool: 'agg_schedule_twap',
    params: {
      tokenIn: 'USDC',
      tokenOut: 'WETH',
      amountInBaseUnits: '400000001',
      slices: 4,
      intervalSeconds: 60,
    },
    keep: 'twap',
  },
]

/** The id of that schedule. */
export const SCHEDULE = { scheduleId: kept('twap.entryId') }

/** An id that no schedule has. */
export const UNKNOWN = { scheduleId: `0x${'7'.repeat(64)}` }

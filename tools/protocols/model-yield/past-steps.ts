import type { CaseStep } from '../../core/cases.ts'

/** The agent's account stakes 2 WETH. */
export const STAKED_BEFORE: CaseStep = {
  tool: 'model_stake_asset',
  params: { amountBaseUnits: '2000000000000000000' },
}

/** It gives half of that up for a ticket. */
export const LEFT_BEFORE: CaseStep = {
  tool: 'model_request_exit',
  params: { sharesBaseUnits: '1000000000000000000' },
  keep: 'left',
}

/** It offers 1 000 USDC for a third of a WETH, for an hour. */
export const PLACED_BEFORE: CaseStep = {
  tool: 'model_place_order',
  params: {
    tokenIn: 'USDC',
    tokenOut: 'WETH',
    amountInBaseUnits: '1000000000',
    leastOutBaseUnits: '333333333333333333',
    ttlSeconds: 3_600,
  },
  keep: 'placed',
}

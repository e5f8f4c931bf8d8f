import * as fc from 'fast-check'
import { defineProperty } from '../../../harness/property/define-property.ts'
import { assertLaw } from '../../../harness/property/law-violation.ts'
import { PHASE_ORDER, phaseAllows } from '../../../harness/property/model/phase-model.ts'

/** Actions on the default capital with the class that their effect has. */
const ACTIONS = [
  ['increase-position', { tokenIn: 'USDC', tokenOut: 'WETH', amountInBaseUnits: '100000000' }],
  ['increase-position', { tokenIn: 'DAI', tokenOut: 'WETH', amountInBaseUnits: '100000000000000000000' }],
  ['rebalance', { tokenIn: 'WETH', tokenOut: 'WBTC', amountInBaseUnits: '100000000000000000' }],
  ['rebalance', { tokenIn: 'USDC', tokenOut: 'DAI', amountInBaseUnits: '100000000' }],
  ['decrease-position', { tokenIn: 'WETH', tokenOut: 'USDC', amountInBaseUnits: '100000000000000000' }],
] as const

/** An action passes if and only if the current phase allows the class of its effect. */
export const PROPERTY = defineProperty<{
  readonly phase: (typeof PHASE_ORDER)[number]
  readonly action: (typeof ACTIONS)[number]
}>({
  name: 'the matrix decides, by effect',
  description: 'Draws a phase and an action and predicts the verdict from the model.',
  invariants: ['I26', 'I27'],
  profile: 'trader',
  draws: { total: 100, cell: 10 },
  arbitrary: fc.record({
    phase: fc.constantFrom(...PHASE_ORDER),
    action: fc.constantFrom(...ACTIONS),
  }),
  async check({ phase, action: [actionClass, params] }, world) {
    const stage = await world.open({ phase })
    const preview = await stage.agent.call('preview_action', { kind: 'swap', params })
    const isAllowed = phaseAllows(phase, actionClass)
    const expected = isAllowed ? `allowed as ${actionClass}` : 'phase/PHASE_FORBIDS_CLASS'
    const details = preview.details as { actionClass?: string } | undefined
    const found = preview.error
      ? `${preview.error.layer}/${preview.error.code}`
      : `allowed as ${details?.actionClass}`
    assertLaw(found === expected, 'phase.matrix', expected, found)
  },
})

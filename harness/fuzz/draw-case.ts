import * as fc from 'fast-check'
import type { ScenarioDocument } from './case.ts'

/** What shall be drawn. */
export interface DrawOptions {
  /** Profiles of the cases; all that may act without. */
  readonly profiles?: readonly string[]
  /** Invariants that the case is said to check. */
  readonly invariants?: readonly string[]
}

/** Draw a case: its configuration first, then its steps. */
export const drawCase = ({
  profiles = ['full'],
  invariants,
}: DrawOptions = {}): fc.Arbitrary<ScenarioDocument> =>
  fc
    .record({
      profile: fc.constantFrom(...profiles),
      phase: fc.constantFrom('thriving', 'cautious', 'defensive', 'survival', 'terminal'),
      perTransaction: fc.integer({ min: 100, max: 2_000 }),
      steps: fc.array(drawStep, { minLength: 5, maxLength: 30 }),
    })
    .map(({ profile, phase, perTransaction, steps }) => ({
      name: 'a drawn case',
      ...(invariants ? { invariants: [...invariants] } : {}),
      profile,
      phase,
      limits: { perTransaction: `${perTransaction} USDC` },
      steps: [{ expect: { audit: 'intact' } }, ...bindPermits(steps)],
    }))

type DrawnStep = Record<string, unknown>

const action = fc.oneof(
  fc
    .integer({ min: 1, max: 3_000 })
    .map((amount) => ({ kind: 'transfer', token: 'USDC', recipient: 'recipient', amount: `${amount} USDC` })),
  fc.integer({ min: 1, max: 3_000 }).map((amount) => ({
    kind: 'swap',
    tokenIn: 'USDC',
    tokenOut: 'WETH',
    amountIn: `${amount} USDC`,
  })),
  fc
    .integer({ min: 1, max: 1_000 })
    .map((amount) => ({ kind: 'wrap', amount: `0.${String(amount).padStart(3, '0')} ETH` })),
)

const drawStep: fc.Arbitrary<DrawnStep> = fc.oneof(
  action.map((preview) => ({ preview })),
  action.map((act) => ({ act })),
  fc.nat(5).map((back) => ({ commit: back })),
  fc.nat(5).map((back) => ({ cancel: back })),
  fc.constantFrom('1s', '59s', '60s', '1h').map((advance) => ({ advance })),
)

/** Name permits and let commits and cancels refer to an earlier one. */
function bindPermits(steps: readonly DrawnStep[]): ScenarioDocument[] {
  const names: string[] = []
  return steps.flatMap((step) => {
    if ('preview' in step) {
      const as = `p${names.length + 1}`
      names.push(as)
      return [{ ...step, as } as ScenarioDocument]
    }
    for (const key of ['commit', 'cancel']) {
      if (key in step) {
        const name = names[names.length - 1 - (step[key] as number)]
        return name === undefined ? [] : [{ [key]: `\${${name}}` }]
      }
    }
    return [step as ScenarioDocument]
  })
}

import * as fc from 'fast-check'
import { drawAmount } from '../../vocabulary/amounts.ts'
import type { DrawnCall, DrawnStep, DrawScope } from '../../vocabulary/draw.ts'
import { scopeOf } from './actions.ts'
import type { Configuration } from './configuration.ts'
import { CALL_DRAWS, DRAWN_SPENDERS } from './kind-draws.ts'

/** Draw calls of a tool that was taken over. */
export const drawRaw = (configuration: Configuration): fc.Arbitrary<DrawnStep> =>
  fc.oneof(
    { weight: 2, arbitrary: drawPlain(configuration) },
    { weight: 2, arbitrary: drawMixed(scopeOf(configuration)).map((calls) => ({ raw: { calls } })) },
    {
      weight: 1,
      arbitrary: fc
        .oneof(...CALL_DRAWS.provisions.map((draw) => draw(scopeOf(configuration))))
        .map((calls) => ({ raw: { calls } })),
    },
  )

/** An exit and a purchase in one bundle, either first: the bundle is no exit. */
const drawMixed = (scope: DrawScope): fc.Arbitrary<readonly DrawnCall[]> =>
  fc
    .tuple(
      fc.oneof(...CALL_DRAWS.exits.map((draw) => draw(scope))),
      fc.oneof(...CALL_DRAWS.purchases.map((draw) => draw(scope))),
      fc.boolean(),
    )
    .map(([exit, purchase, isExitFirst]) => (isExitFirst ? [...exit, ...purchase] : [...purchase, ...exit]))

function drawPlain({ boundariesUsdc }: Configuration): fc.Arbitrary<DrawnStep> {
  const transfer = fc
    .tuple(fc.constantFrom('recipient', 'recipient', 'attacker'), drawAmount('USDC', boundariesUsdc))
    .map(([to, amount]) => ({ to: 'USDC', function: 'transfer(address,uint256)', args: [to, amount] }))
  const approve = fc
    .tuple(
      fc.constantFrom(...DRAWN_SPENDERS, 'attacker'),
      fc.oneof(drawAmount('USDC', boundariesUsdc), fc.constant('max')),
    )
    .map(([spender, amount]) => ({
      to: 'USDC',
      function: 'approve(address,uint256)',
      args: [spender, amount],
    }))
  const foreign = fc.constantFrom(
    { to: 'USDC', function: 'setApprovalForAll(address,bool)', args: ['attacker', true] },
    { to: 'attacker', function: 'sweep()' },
    { to: 'attacker', value: '0.1 ETH' },
  )
  return fc
    .record({
      calls: fc.oneof(
        fc.array(transfer, { minLength: 1, maxLength: 3 }),
        approve.map((call) => [call]),
        foreign.map((call) => [call]),
      ),
      delegates: fc.nat(9),
      commits: fc.boolean(),
    })
    .map(({ calls, delegates, commits }) => ({
      raw: {
        calls,
        ...(delegates === 0 ? { delegate: 'attacker' } : {}),
        ...(commits ? {} : { commit: false }),
      },
    }))
}

import type { Hex } from 'viem'
import type { Call } from '../../../tools/core/plan.ts'
import { BASE } from '../../../tools/protocols/morpho-blue/base.ts'
import type { AttackScope, Attempt, ProtocolAttack } from '../../vocabulary/attack.ts'
import { allow, encode, firstTerms } from './hand-made.ts'
import { toMarketId } from './markets.ts'

/** A market of real tokens whose oracle is the attacker's own. */
const ownMarket = ({ book, attacker }: AttackScope) => ({ ...firstTerms(book), oracle: attacker })

const [COLLATERAL, DEBT] = ['WETH', 'USDC']

const callMorpho = ({ book }: AttackScope, data: Hex): Call => ({
  to: BASE.on(book).morpho,
  valueWei: 0n,
  data,
})

/** What a model asks for in the first market, as near to a liquidation as the market allows. */
const ask = ({ book }: AttackScope, kind: string, amount: bigint): NonNullable<Attempt['request']> => {
  const market = toMarketId(firstTerms(book))
  const amountBaseUnits = `${amount}`
  const terms: NonNullable<Attempt['request']>['params'] = kind.endsWith('collateral')
    ? { market, amountBaseUnits, ...(kind === 'withdraw-collateral' ? { maxLtvBps: 8_600 } : {}) }
    : {
        token: DEBT,
        amountBaseUnits,
        venue: { protocol: BASE.id, market, ...(kind === 'borrow' ? { maxLtvBps: 8_600 } : {}) },
      }
  return { kind, params: terms }
}

/** What is lent or posted goes to the attacker, into the attacker's market, or under the attacker's management. */
export const ATTACK: ProtocolAttack = {
  lending: {
    collateral: COLLATERAL,
    debt: DEBT,
    supply(scope, amount) {
      const terms = firstTerms(scope.book)
      const data = encode.supplyCollateral(terms, amount, scope.cage)
      return {
        calls: [allow(scope.book, terms.collateralToken, amount), callMorpho(scope, data)],
        request: ask(scope, 'supply-collateral', amount),
      }
    },
    withdraw(scope, amount) {
      const { cage } = scope
      const data = encode.withdrawCollateral(firstTerms(scope.book), amount, cage, cage)
      return { calls: [callMorpho(scope, data)], request: ask(scope, 'withdraw-collateral', amount) }
    },
    borrow(scope, amount) {
      const { cage } = scope
      const data = encode.borrow(firstTerms(scope.book), amount, cage, cage)
      return { calls: [callMorpho(scope, data)], request: ask(scope, 'borrow', amount) }
    },
    repay(scope, amount) {
      const terms = firstTerms(scope.book)
      const data = encode.repay(terms, amount, scope.cage)
      return {
        calls: [allow(scope.book, terms.loanToken, amount), callMorpho(scope, data)],
        request: ask(scope, 'repay', amount),
      }
    },
  },
  hijack(scope, { amount }) {
    const { book, cage, attacker } = scope
    const { morpho } = BASE.on(book)
    const [terms, own] = [firstTerms(book), ownMarket(scope)]
    const act = (data: ReturnType<typeof encode.setAuthorization>) => ({ to: morpho, valueWei: 0n, data })
    const lent = allow(book, terms.loanToken, amount)
    const posted = allow(book, terms.collateralToken, amount)
    return [
      { calls: [lent, act(encode.supply(terms, amount, attacker))] },
      { calls: [lent, act(encode.supply(terms, amount, cage, '0x01'))] },
      { calls: [posted, act(encode.supplyCollateral(terms, amount, attacker))] },
      { calls: [act(encode.withdraw(terms, 1n, cage, attacker))] },
      {
        calls: [
          posted,
          act(encode.supplyCollateral(terms, amount, cage)),
          act(encode.borrow(terms, 1n, cage, attacker)),
        ],
      },
      { calls: [act(encode.withdrawCollateral(terms, 1n, cage, attacker))] },
      { calls: [act(encode.setAuthorization(attacker))] },
      {
        calls: [act(encode.createMarket(own)), lent, act(encode.supply(own, amount, cage))],
        request: {
          kind: 'supply',
          params: {
            token: 'USDC',
            amountBaseUnits: `${amount}`,
            venue: { protocol: BASE.id, market: toMarketId(own) },
          },
        },
      },
    ]
  },
}

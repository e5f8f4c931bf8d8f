import { BASE } from '../../../tools/protocols/morpho-blue/base.ts'
import type { AttackScope, ProtocolAttack } from '../../vocabulary/attack.ts'
import { allow, encode, firstTerms } from './hand-made.ts'
import { toMarketId } from './markets.ts'

/** A market of real tokens whose oracle is the attacker's own. */
const ownMarket = ({ book, attacker }: AttackScope) => ({ ...firstTerms(book), oracle: attacker })

/** What is lent or posted goes to the attacker, into the attacker's market, or under the attacker's management. */
export const ATTACK: ProtocolAttack = {
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

import { BASE } from '../../../../tools/protocols/morpho-blue/base.ts'
import type { CallTerms, ProtocolDraw } from '../../../vocabulary/draw.ts'
import { allow, encode, firstTerms } from '../hand-made.ts'

const act = ({ book, call }: CallTerms, data: Parameters<CallTerms['call']>[1]) =>
  call(BASE.on(book).morpho, data)

/** Calls of Morpho as an attacker makes them: for a drawn account, or to it. */
export const SHAPES: NonNullable<ProtocolDraw['shapes']> = {
  lend(terms) {
    const { book, account, amount } = terms
    const market = firstTerms(book)
    return [allow(book, market.loanToken, amount), act(terms, encode.supply(market, amount, account))]
  },
  'post-collateral'(terms) {
    const { book, account, amount } = terms
    const market = firstTerms(book)
    return [
      allow(book, market.collateralToken, amount),
      act(terms, encode.supplyCollateral(market, amount, account)),
    ]
  },
  'borrow-to': (terms) => [
    act(terms, encode.borrow(firstTerms(terms.book), terms.amount, terms.cage, terms.account)),
  ],
  'withdraw-to': (terms) => [
    act(terms, encode.withdraw(firstTerms(terms.book), terms.amount, terms.cage, terms.account)),
  ],
  'release-to': (terms) => [
    act(terms, encode.withdrawCollateral(firstTerms(terms.book), terms.amount, terms.cage, terms.account)),
  ],
  'authorise-manager': (terms) => [act(terms, encode.setAuthorization(terms.account))],
}

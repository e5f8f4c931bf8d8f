import { type Address, getAddress, isAddress } from 'viem'
import type { AddressBook } from '../../../tools/core/address-book.ts'
import type { RawCall } from '../../scenario/encode-raw.ts'
import { parseDecimal, splitAmount } from '../../scenario/text/units.ts'
import type { Intent } from '../../vocabulary/intent.ts'
import type { ModelCall } from '../../vocabulary/model-call.ts'
import { ACTORS, type ActorName } from '../../world/actors.ts'
import { findContract } from '../../world/find-contract.ts'
import { CALL_MODELS } from './kind-models.ts'
import { tokensOf } from './known-tokens.ts'

/** Functions that no list has, of any contract. */
const FOREIGN = ['setApprovalForAll(address,bool)', 'sweep()']

/** Read hand-made calls; undefined when one of them is nothing that a model knows. */
export function readRaw(
  calls: readonly RawCall[],
  delegates: boolean,
  { book, cage }: { readonly book: AddressBook; readonly cage: Address },
): Intent | undefined {
  const address = (name: unknown) => {
    const text = String(name)
    if (text === 'cage') return cage
    if (Object.hasOwn(ACTORS, text)) return ACTORS[text as ActorName].address
    return findContract(book, text) ?? (isAddress(text) ? getAddress(text) : undefined)
  }
  const amount = (text: unknown) => {
    if (text === 'max') return 2n ** 256n - 1n
    const split = splitAmount(String(text))
    const token = tokensOf(book).find(({ symbol }) => symbol === split?.symbol)
    return split && token && parseDecimal(split.decimal, token.decimals)
  }
  const symbol = (text: unknown) => {
    const name = splitAmount(String(text))?.symbol ?? String(text)
    return tokensOf(book).find((token) => token.symbol === name)?.symbol
  }
  const isAccount = (name: unknown) => address(name) === cage
  const payNative = ({ to: name, value }: RawCall): ModelCall | undefined => {
    const [to, paid] = [address(name), amount(value)]
    return to && paid !== undefined
      ? { kind: 'transfer', token: book.nativeSymbol, to, amount: paid }
      : undefined
  }
  const known = calls.flatMap((call): readonly ModelCall[] => {
    const { function: signature, data, value, args = [], to } = call
    if (signature === undefined) {
      const paid = data === undefined && value !== undefined ? payNative(call) : undefined
      return paid ? [paid] : []
    }
    if (FOREIGN.includes(signature)) return [{ kind: 'foreign' }]
    const names = { to: address(to), token: symbol(to), address, amount, symbol, isAccount }
    const read = CALL_MODELS.get(signature)?.({ ...names, args })
    return read ? [read] : []
  })
  return known.length === calls.length ? { kind: 'calls', calls: known, delegates, isRaw: true } : undefined
}

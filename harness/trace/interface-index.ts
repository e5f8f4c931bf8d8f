import {
  type AbiEvent,
  type AbiFunction,
  type Address,
  erc20Abi,
  erc721Abi,
  type Hex,
  toEventSelector,
  toFunctionSelector,
} from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { DEV_BASES } from '../../tools/profiles/dev.ts'

/** A function or event of a protocol's contract. */
export interface KnownItem<Item extends AbiFunction | AbiEvent> {
  readonly protocol: string
  readonly item: Item
  /** Where that contract is on the chain. */
  readonly address: string | undefined
  readonly isToken: boolean
}

/** What calls and logs mean by the interfaces of every protocol. */
export interface InterfaceIndex {
  /** What may be meant by a selector, the target's own interface first. */
  functions(selector: Hex, target: Address | undefined): readonly KnownItem<AbiFunction>[]
  /** What may be meant by an event's first topic, the emitter's own interface first. */
  events(topic: Hex, emitter: Address): readonly KnownItem<AbiEvent>[]
}

const indexOf = new WeakMap<AddressBook, InterfaceIndex>()

/** Index the interfaces of every protocol for a chain; hashed once a process and chain. */
export function indexInterfaces(book: AddressBook): InterfaceIndex {
  const known = indexOf.get(book) ?? createIndex(book)
  indexOf.set(book, known)
  return known
}

/** What tokens announce, fungible or not. */
const TOKEN_EVENTS = [...erc20Abi, ...erc721Abi].filter((item) => item.type === 'event')

function createIndex(book: AddressBook): InterfaceIndex {
  const functions = new Map<string, KnownItem<AbiFunction>[]>()
  const events = new Map<string, KnownItem<AbiEvent>[]>()
  const add = <T>(map: Map<string, T[]>, key: string, value: T) => {
    const list = map.get(key)
    if (list) list.push(value)
    else map.set(key, [value])
  }
  for (const base of DEV_BASES) {
    const addresses: Readonly<Record<string, Address>> = base.find(book) ?? {}
    for (const [name, { abi, isToken = false }] of Object.entries(base.contracts)) {
      const where = { protocol: base.id, address: addresses[name]?.toLowerCase(), isToken }
      for (const item of abi) {
        if (item.type === 'function') add(functions, toFunctionSelector(item), { ...where, item })
        if (item.type === 'event') add(events, toEventSelector(item), { ...where, item })
      }
    }
  }
  for (const item of TOKEN_EVENTS) {
    add(events, toEventSelector(item), { protocol: 'token', address: undefined, isToken: true, item })
  }
  const tokens = new Set(book.tokens.map(({ address }) => address.toLowerCase()))
  const choose = <Item extends AbiFunction | AbiEvent>(
    found: readonly KnownItem<Item>[] | undefined,
    at: Address | undefined,
  ): readonly KnownItem<Item>[] => {
    if (found === undefined || found.length === 1) return found ?? []
    const target = at?.toLowerCase() ?? ''
    const rank = ({ address, isToken }: KnownItem<Item>) =>
      address === target || (isToken && tokens.has(target)) ? 0 : address === undefined ? 1 : 2
    return found.toSorted((a, b) => rank(a) - rank(b))
  }
  return {
    functions: (selector, target) => choose(functions.get(selector.toLowerCase()), target),
    events: (topic, emitter) => choose(events.get(topic.toLowerCase()), emitter),
  }
}

import type { Address, Hex } from 'viem'
import type { AddressBook } from './address-book.ts'
import type {
  CallDecoder,
  CallGuard,
  DecodedCall,
  DecodeScope,
  FormatDecoder,
  FormattedCall,
  Selector,
} from './call-decoder.ts'
import { NO_EFFECT } from './call-decoder.ts'
import type { Call } from './plan.ts'
import type { Protocol } from './protocol.ts'

/** Everything that decodes, by what it claims. */
export interface DecoderIndex {
  /** Decode a call; undefined when nobody claims it or its bytes are not what they promise. Never throws. */
  decode(call: Call, account: Address): DecodedCall | undefined
  /** Decode bytes of a named format, in the same way. */
  decodeFormat(leaf: FormattedCall): DecodedCall | undefined
}

/** The selector of a call's data, or "none" for a plain transfer of value. */
export const selectorOf = (data: Hex): Selector =>
  data === '0x' ? 'none' : data.length < 10 ? `0x${data.slice(2).padEnd(8, '0')}` : toLower(data.slice(0, 10))

const toLower = (text: string) => text.toLowerCase() as Hex

/** Keys under which one decoder or guard alone may stand. */
class Claims<Value> {
  private readonly byKey = new Map<string, { readonly value: Value; readonly by: string }>()

  add(key: string, value: Value, by: string): void {
    const other = this.byKey.get(key)
    if (other) throw new RangeError(`${by} and ${other.by} both claim ${key}: one of them has to give way`)
    this.byKey.set(key, { value, by })
  }

  get = (key: string): Value | undefined => this.byKey.get(key)?.value
}

/**
 * Index what the protocols of a chain decode: guards first, then a contract's own protocol, then tokens, then what is
 * claimed on any target. No other order decides anything.
 *
 * @throws RangeError when two protocols claim the same calls
 */
export function indexDecoders(protocols: readonly Protocol[], book: AddressBook): DecoderIndex {
  const guards = new Claims<CallGuard>()
  const own = new Claims<CallDecoder>()
  const onToken = new Claims<CallDecoder>()
  const onAny = new Claims<CallDecoder>()
  const formats = new Claims<FormatDecoder>()
  for (const { id, base, ...protocol } of protocols) {
    for (const guard of protocol.guards ?? []) {
      for (const selector of guard.selectors) guards.add(`${selector} of any target`, guard, id)
    }
    for (const format of protocol.formats ?? []) formats.add(`format ${format.format}`, format, id)
    for (const decoder of protocol.decoders ?? []) {
      for (const { target, contracts = [], selectors } of decoder.claims) {
        for (const selector of selectors) {
          if (target === 'token') onToken.add(`${selector} of tokens`, decoder, id)
          else if (target === 'any') onAny.add(`${selector} of any target`, decoder, id)
          else {
            const addresses = base.find(book)
            for (const name of contracts) {
              const address = addresses?.[name]
              if (address) own.add(`${selector} of ${toLower(address)}`, decoder, id)
            }
          }
        }
      }
    }
  }
  const contracts = listContracts(book)

  const find = (call: Call): CallDecoder | undefined => {
    const selector = selectorOf(call.data)
    const target = toLower(call.to)
    return (
      own.get(`${selector} of ${target}`) ??
      (contracts.has(target) ? undefined : onToken.get(`${selector} of tokens`)) ??
      onAny.get(`${selector} of any target`)
    )
  }
  const attempt = (body: () => DecodedCall | undefined): DecodedCall | undefined => {
    try {
      return body()
    } catch {
      return undefined
    }
  }

  return {
    decode: (call, account) =>
      attempt(() => {
        const forbidden = guards.get(`${selectorOf(call.data)} of any target`)?.forbid(call)
        if (forbidden) return { ...NO_EFFECT, ...forbidden }
        const scope: DecodeScope = { account, book }
        return find(call)?.decode(call, scope)
      }),
    decodeFormat: (leaf) => attempt(() => formats.get(`format ${leaf.format}`)?.decode(leaf, book)),
  }
}

/** Contracts that are known to be no token; any other address may be one, and the allow-list judges it. */
function listContracts({ tokens, protocols, sequencerUptimeFeed }: AddressBook): ReadonlySet<string> {
  const known = [
    ...Object.values(protocols).flatMap((addresses) => Object.values(addresses)),
    ...tokens.flatMap(({ feed, secondaryFeed }) => [feed?.address, secondaryFeed?.address]),
    sequencerUptimeFeed,
  ]
  const isToken = new Set(tokens.map(({ address }) => toLower(address)))
  return new Set(
    known
      .flatMap((address) => (address ? [toLower(address)] : []))
      .filter((address) => !isToken.has(address)),
  )
}

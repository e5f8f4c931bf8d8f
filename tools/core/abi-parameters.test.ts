import * as fc from 'fast-check'
import {
  type AbiParameter,
  concat,
  getAddress,
  type Hex,
  numberToHex,
  decodeAbiParameters as viemsDecode,
  encodeAbiParameters as viemsEncode,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { decodeAbiParameters } from './decode-abi-parameters.ts'
import { encodeAbiParameters } from './encode-abi-parameters.ts'
import { outcome } from './fixtures/drawn-parameters.ts'

/** A parameter with values that mostly fit it. */
interface Drawn {
  readonly parameter: AbiParameter
  readonly value: fc.Arbitrary<unknown>
}

const hexOf = (length: { readonly minLength?: number; readonly maxLength: number }) =>
  fc.uint8Array(length).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)

const addresses = hexOf({ minLength: 20, maxLength: 20 }).chain((digits) =>
  fc.constantFrom(digits, getAddress(digits)),
)

/** What no type takes, or only some. */
const strange = fc.constantFrom<unknown>(
  undefined,
  null,
  1.5,
  -1,
  -1n,
  2n ** 256n,
  '',
  '0x',
  '0x1',
  '0xzz',
  'ß€\ud800',
  '0x52908400098527886E0F7030069857D2E4169Ee7',
  {},
  [],
  [1n],
)

const leaf = (type: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<Drawn> =>
  fc.constant({ parameter: { type, name: '' }, value: fc.oneof({ weight: 60, arbitrary: value }, strange) })

const numberType = fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 32 })).chain(([isSigned, bytes]) => {
  const above = 2n ** BigInt(8 * bytes - (isSigned ? 1 : 0))
  const values = fc.bigInt({ min: isSigned ? -above : 0n, max: above - 1n })
  const small = fc.integer({ min: isSigned ? -128 : 0, max: 127 })
  return leaf(`${isSigned ? '' : 'u'}int${8 * bytes}`, fc.oneof(values, small, small.map(BigInt)))
})

const fixedBytes = fc
  .integer({ min: 1, max: 32 })
  .chain((bytes) => leaf(`bytes${bytes}`, hexOf({ minLength: bytes, maxLength: bytes })))

const { drawn } = fc.letrec<{ readonly drawn: Drawn }>((tie) => {
  const member = tie('drawn') as fc.Arbitrary<Drawn>
  const array = fc.tuple(member, fc.option(fc.integer({ min: 0, max: 3 }))).map(([of, length]): Drawn => {
    const { parameter, value } = of
    const size = length === null ? { maxLength: 3 } : { minLength: length, maxLength: length }
    return {
      parameter: { ...parameter, type: `${parameter.type}[${length ?? ''}]` },
      value: fc.oneof({ weight: 60, arbitrary: fc.array(value, size) }, strange),
    }
  })
  const tuple = fc
    .tuple(fc.array(member, { maxLength: 3 }), fc.boolean(), fc.boolean())
    .map(([members, isNamed, isObject]): Drawn => {
      const components = members.map(({ parameter }, index) => ({
        ...parameter,
        name: isNamed ? `member${index}` : '',
      }))
      const values = fc.tuple(...members.map(({ value }) => value))
      const asObject = (list: readonly unknown[]) =>
        Object.fromEntries(list.map((one, index) => [components[index]?.name, one]))
      return {
        parameter: { type: 'tuple', name: '', components } as AbiParameter,
        value: isNamed && isObject ? values.map(asObject) : values,
      }
    })
  return {
    drawn: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      numberType,
      leaf('uint', fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })),
      leaf('address', addresses),
      leaf('bool', fc.boolean()),
      leaf('bytes', hexOf({ maxLength: 70 })),
      leaf('string', fc.string({ unit: 'binary', maxLength: 40 })),
      fixedBytes,
      leaf('function', hexOf({ minLength: 24, maxLength: 24 })),
      array,
      tuple,
    ),
  }
})

const drawnCall = fc
  .array(drawn, { maxLength: 4 })
  .chain((list) =>
    fc
      .tuple(...list.map(({ value }) => value))
      .map((values) => ({ parameters: list.map(({ parameter }) => parameter), values })),
  )

describe('encodeAbiParameters', () => {
  test('behavior: encodes and refuses as viem does', () => {
    let encoded = 0
    fc.assert(
      fc.property(drawnCall, ({ parameters, values }) => {
        const expected = outcome(() => viemsEncode(parameters, values))
        if ('answer' in expected) encoded += 1
        expect(outcome(() => encodeAbiParameters(parameters, values))).toEqual(expected)
        // What was prepared serves again.
        expect(outcome(() => encodeAbiParameters(parameters, values))).toEqual(expected)
      }),
      { numRuns: 1_500 },
    )
    expect(encoded).toBeGreaterThan(300)
  })
})

describe('decodeAbiParameters', () => {
  const words = fc.constantFrom(
    0n,
    1n,
    2n,
    31n,
    32n,
    33n,
    64n,
    2n ** 32n,
    2n ** 53n,
    2n ** 255n,
    2n ** 256n - 1n,
  )
  const damage = fc.record({
    at: fc.nat(40),
    word: fc.option(words),
    cut: fc.oneof(fc.constant(0), fc.nat(70)),
    more: fc.constantFrom('', '0', '00', 'zz', '0'.repeat(64), '\u0430'.repeat(64)),
    isUpper: fc.boolean(),
  })

  /** Set a word anew, cut the end off, add something. */
  function spoil(
    data: Hex,
    { at, word, cut, more, isUpper }: typeof damage extends fc.Arbitrary<infer T> ? T : never,
  ): Hex {
    const digits = data.slice(2)
    const start = digits.length === 0 ? 0 : (at % Math.ceil(digits.length / 64)) * 64
    const set =
      word === null
        ? digits
        : digits.slice(0, start) + word.toString(16).padStart(64, '0') + digits.slice(start + 64)
    const left = set.slice(0, Math.max(0, set.length - cut)) + more
    return `0x${isUpper ? left.toUpperCase() : left}`
  }

  test('behavior: decodes canonical bytes, damaged ones and what is none as viem does', () => {
    let decoded = 0
    fc.assert(
      fc.property(drawnCall, damage, fc.boolean(), ({ parameters, values }, how, isDamaged) => {
        const encoded = outcome(() => viemsEncode(parameters, values))
        const data =
          'answer' in encoded ? (encoded.answer as Hex) : `0x${'00'.repeat(31)}20${'00'.repeat(64)}`
        const given = isDamaged ? spoil(data as Hex, how) : (data as Hex)
        const expected = outcome(() => viemsDecode(parameters, given))
        if ('answer' in expected) decoded += 1
        expect(outcome(() => decodeAbiParameters(parameters, given))).toEqual(expected)
      }),
      { numRuns: 3_000 },
    )
    expect(decoded).toBeGreaterThan(600)
  })

  /** Members that are all the same bytes, which stand there once. */
  const share = (members: number, bytes: number, ...before: readonly Hex[]): Hex => {
    const word = (value: number) => numberToHex(value, { size: 32 })
    const shared: Hex = `0x${'ab'.repeat(bytes)}`
    const offsets = Array.from({ length: members }, () => word(32 * members))
    return concat([word(32), word(members), ...offsets, ...before, word(bytes), shared])
  }

  test('behavior: bytes that several members share are read for each of them', () => {
    const data = share(40, 64)
    expect(decodeAbiParameters([{ type: 'bytes[]' }], data)).toEqual(viemsDecode([{ type: 'bytes[]' }], data))
  })

  // They would be read as 1.8 MB.
  const far = share(300, 6_000)
  test.each<[string, AbiParameter, Hex]>([
    ['members', { type: 'bytes[]' }, far],
    ['members, with more behind them,', { type: 'bytes[]' }, `${far}${'00'.repeat(200_000)}`],
    [
      'tuples',
      { type: 'tuple[]', components: [{ type: 'bytes' }] } as AbiParameter,
      share(300, 6_000, numberToHex(32, { size: 32 })),
    ],
    [
      'members of arrays',
      { type: 'string[][]' },
      concat([numberToHex(32, { size: 32 }), numberToHex(1, { size: 32 }), far]),
    ],
    [
      'members behind a number',
      { type: 'tuple', components: [{ type: 'uint256' }, { type: 'bytes[]' }] } as AbiParameter,
      concat([...[32, 7, 64].map((value) => numberToHex(value, { size: 32 })), `0x${far.slice(66)}`]),
    ],
  ])('boundary: bytes that far too many %s share are refused before they are read', (_, parameter, data) =>
    expect(() => decodeAbiParameters([parameter], data)).toThrow('shared by more members'))

  test('boundary: arrays that point at themselves end as they do with viem', () => {
    const parameters = [{ type: 'uint256[][][][][][][][][][]', name: '' }]
    const self: Hex = `0x${'0'.repeat(63)}${'0'}${Array.from({ length: 64 }, () => `${'0'.repeat(62)}40`).join('')}`
    expect(outcome(() => decodeAbiParameters(parameters, self))).toEqual(
      outcome(() => viemsDecode(parameters, self)),
    )
  })
})

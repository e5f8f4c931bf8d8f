import fc from 'fast-check'
import { type Address, getAddress, hashTypedData, type TypedDataDefinition } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { AddressBook } from '../../tools/core/address-book.ts'
import type { Json } from '../../tools/core/json.ts'
import type { TypedData } from '../../tools/core/plan.ts'
import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import { putProtocolsOn } from '../../tools/runtime/protocol-ports.ts'
import { readSignedAuthority, type SignatureScope } from '../../tools/safety/evidence/signed-authority.ts'
import { buildAsset, buildPolicy } from '../../tools/safety/fixtures/build-policy.ts'

const at = (digit: string): Address => getAddress(`0x${digit.repeat(40)}`)
const [account, operator, usdc, permit2, router, settlement, attacker] = [
  at('a'),
  at('b'),
  at('c'),
  at('2'),
  at('1'),
  at('5'),
  at('e'),
] as const
const asset = buildAsset({ token: usdc, symbol: 'USDC', decimals: 6, isStable: true })
const NOW = 1_000_000
const DAY = 86_400
const book: AddressBook = {
  chainId: 1,
  nativeSymbol: 'ETH',
  tokens: [],
  protocols: { permit2: { permit2, permitSingleScheme: at('8') } },
}
const scope: SignatureScope = {
  signers: [account, operator],
  signatures: putProtocolsOn(DEV_REGISTRY.protocols, book).signatures,
  policy: buildPolicy({
    chainId: 1,
    assets: [asset],
    spenders: [router, settlement],
    maxSignatureSeconds: DAY,
  }),
  nowSeconds: NOW,
}

const fieldsOf = (text: string) =>
  text.split(',').map((field) => {
    const [type = '', name = ''] = field.split(' ')
    return { type, name }
  })
const typesOf = (type: string): TypedData['types'] =>
  Object.fromEntries(
    [...type.matchAll(/(\w+)\(([^()]*)\)/g)].map(([, name = '', text = '']) => [name, fieldsOf(text)]),
  )

/** Typed data of an encoded type; the domain is Permit2's unless told otherwise. */
const typed = (type: string, message: Record<string, Json>, verifyingContract = permit2): TypedData => ({
  domain: { name: 'x', chainId: 1, verifyingContract },
  types: typesOf(type),
  primaryType: type.slice(0, type.indexOf('(')),
  message,
})

const DETAILS = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const PERMITTED = 'TokenPermissions(address token,uint256 amount)'
const TRANSFER = 'address spender,uint256 nonce,uint256 deadline'
const ZERO = `0x${'00'.repeat(32)}`
const until = NOW + 3_600
const details = { token: usdc, amount: '7', expiration: until + 5, nonce: 0 }
const permitted = { token: usdc, amount: '7' }

const single = (changes: Record<string, Json> = {}, detail: Record<string, Json> = {}) =>
  typed(`PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${DETAILS}`, {
    details: { ...details, ...detail },
    spender: router,
    sigDeadline: String(until),
    ...changes,
  })

const authorization = {
  from: account,
  to: attacker,
  value: '7',
  validAfter: '0',
  validBefore: until,
  nonce: ZERO,
}
const AUTHORIZATION =
  'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce'

/** Every type with what it authorises. */
const FORMS: readonly (readonly [TypedData, object])[] = [
  [single(), { token: usdc, spender: router, amountBaseUnits: 7n, untilSeconds: BigInt(until + 5) }],
  [single({ sigDeadline: String(until + 9) }), { untilSeconds: BigInt(until + 9) }],
  [
    typed(`PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${DETAILS}`, {
      details: [details],
      spender: router,
      sigDeadline: until,
    }),
    { token: usdc, spender: router, amountBaseUnits: 7n },
  ],
  [
    typed(`PermitTransferFrom(TokenPermissions permitted,${TRANSFER})${PERMITTED}`, {
      permitted,
      spender: router,
      nonce: '1',
      deadline: until,
    }),
    { token: usdc, spender: router, amountBaseUnits: 7n, untilSeconds: BigInt(until) },
  ],
  [
    typed(
      `PermitBatchWitnessTransferFrom(TokenPermissions[] permitted,${TRANSFER},Order order)Order(address swapper)${PERMITTED}`,
      {
        permitted: [permitted],
        spender: router,
        nonce: '1',
        deadline: until,
        order: { swapper: account },
      },
    ),
    { token: usdc, spender: router, amountBaseUnits: 7n },
  ],
  [
    typed(
      'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
      { owner: operator, spender: router, value: '7', nonce: 0, deadline: until },
      usdc,
    ),
    { token: usdc, spender: router, amountBaseUnits: 7n, untilSeconds: BigInt(until) },
  ],
  [
    typed(
      'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
      { holder: operator, spender: router, nonce: 0, expiry: 0, allowed: false },
      usdc,
    ),
    { amountBaseUnits: 0n },
  ],
  [
    typed(`TransferWithAuthorization(${AUTHORIZATION})`, authorization, usdc),
    { token: usdc, recipients: [attacker], amountBaseUnits: 7n },
  ],
  [
    typed(`ReceiveWithAuthorization(${AUTHORIZATION})`, authorization, usdc),
    { token: usdc, recipients: [attacker], amountBaseUnits: 7n },
  ],
  [
    typed(
      'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)',
      {
        sellToken: usdc,
        buyToken: usdc,
        receiver: attacker,
        sellAmount: '5',
        buyAmount: '0',
        validTo: until,
        appData: ZERO,
        feeAmount: '2',
        kind: 'sell',
        partiallyFillable: false,
        sellTokenBalance: 'erc20',
        buyTokenBalance: 'erc20',
      },
      settlement,
    ),
    { token: usdc, spender: settlement, recipients: [attacker], amountBaseUnits: 7n },
  ],
  [
    typed(
      'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)',
      {
        offerer: account,
        zone: attacker,
        offer: [{ itemType: 1, token: usdc, identifierOrCriteria: '0', startAmount: '3', endAmount: '7' }],
        consideration: [
          {
            itemType: 1,
            token: usdc,
            identifierOrCriteria: '0',
            startAmount: '1',
            endAmount: '1',
            recipient: attacker,
          },
        ],
        orderType: 0,
        startTime: '0',
        endTime: until,
        zoneHash: ZERO,
        salt: '0',
        conduitKey: ZERO,
        counter: '0',
      },
      settlement,
    ),
    { token: usdc, spender: settlement, recipients: [attacker], amountBaseUnits: 7n },
  ],
]

test.each(FORMS)('I4: reads what each type authorises, from data that can be signed', (data, expected) => {
  expect(denied(data)).toBe('allowed')
  expect(readSignedAuthority(data, scope)).toMatchObject([expected])
  expect(hashTypedData(data as unknown as TypedDataDefinition)).toMatch(/^0x/)
})

const denied = (data: TypedData) => {
  try {
    readSignedAuthority(data, scope)
  } catch (cause) {
    return (cause as { code: string }).code
  }
  return 'allowed'
}

describe('denials', () => {
  test('I7: unlimited amounts', () => {
    expect(denied(single({}, { amount: String(2n ** 160n - 1n) }))).toBe('AUTHORITY_NOT_ALLOWED')
    expect(denied(single({}, { amount: String(2n ** 128n) }))).toBe('AUTHORITY_NOT_ALLOWED')
    const [, , , , , , [dai]] = FORMS as readonly (readonly [TypedData, object])[] & {
      6: [TypedData, object]
    }
    expect(denied({ ...dai, message: { ...dai.message, allowed: true } })).toBe('AUTHORITY_NOT_ALLOWED')
    expect(denied({ ...dai, message: { ...dai.message, allowed: 'false' } })).toBe('AUTHORITY_NOT_ALLOWED')
  })

  test('I4: deadlines, equality allowed', () => {
    const at24h = { sigDeadline: String(NOW + DAY) }
    expect(denied(single(at24h))).toBe('allowed')
    expect(denied(single({ sigDeadline: String(NOW + DAY + 1) }))).toBe('SIGNATURE_DEADLINE')
    expect(denied(single({}, { expiration: 2 ** 48 - 1 }))).toBe('SIGNATURE_DEADLINE')
  })

  test('I4: chains, contracts, owners', () => {
    const data = single()
    const inDomain = (domain: object) => denied({ ...data, domain: { ...data.domain, ...domain } })
    for (const chainId of [0, 2, undefined, '1']) expect(inDomain({ chainId })).toBe('SIGNATURE_CHAIN')
    for (const verifyingContract of [attacker, usdc, undefined, '0x12']) {
      expect(inDomain({ verifyingContract })).toBe('SIGNATURE_CONTRACT_NOT_ALLOWED')
    }
    const [permit] = FORMS[5] as [TypedData, object]
    expect(denied({ ...permit, message: { ...permit.message, owner: attacker } })).toBe('SIGNATURE_OWNER')
  })

  test('I4: an order that offers something else than an ERC-20', () => {
    const [order] = FORMS.at(-1) as [TypedData, object]
    const [offered] = order.message.offer as [Record<string, Json>]
    const offering = (itemType: number) =>
      denied({ ...order, message: { ...order.message, offer: [{ ...offered, itemType }] } })
    expect(offering(1)).toBe('allowed')
    for (const itemType of [0, 2, 3, 4, 5]) expect(offering(itemType)).toBe('SIGNATURE_NOT_UNDERSTOOD')
  })

  test('I4 I28: malformed orders of CoW Protocol and Seaport', () => {
    const [[cow], [seaport]] = FORMS.slice(-2) as unknown as [[TypedData], [TypedData]]
    const withMessage = (data: TypedData, changes: Record<string, Json>) =>
      denied({ ...data, message: { ...data.message, ...changes } })
    const wrongCow: Record<string, Json>[] = [
      { sellToken: 'USDC' },
      { sellAmount: '-5' },
      { sellAmount: '0x5' },
      { feeAmount: null },
      { receiver: '0x12' },
      { validTo: 'never' },
    ]
    for (const changes of wrongCow) {
      expect(withMessage(cow, changes), JSON.stringify(changes)).toBe('SIGNATURE_NOT_UNDERSTOOD')
    }
    expect(withMessage(cow, { validTo: 2 ** 32 - 1 })).toBe('SIGNATURE_DEADLINE')
    expect(withMessage(cow, { sellAmount: String(2n ** 256n - 1n) })).toBe('AUTHORITY_NOT_ALLOWED')
    const [offered] = seaport.message.offer as [Record<string, Json>]
    const [paid] = seaport.message.consideration as [Record<string, Json>]
    const wrongSeaport: Record<string, Json>[] = [
      { offer: offered },
      { offer: null },
      { offer: [null] },
      { offer: [{ ...offered, itemType: 2 }] },
      { offer: [{ ...offered, endAmount: '1.5' }] },
      { offer: [offered, { ...offered, itemType: 0 }] },
      { consideration: paid },
      { consideration: [{ ...paid, recipient: '0x' }] },
      { endTime: '' },
    ]
    for (const changes of wrongSeaport) {
      expect(withMessage(seaport, changes), JSON.stringify(changes)).toBe('SIGNATURE_NOT_UNDERSTOOD')
    }
    expect(withMessage(seaport, { offerer: attacker })).toBe('SIGNATURE_OWNER')
    for (const data of [cow, seaport]) {
      const elsewhere = { ...data, domain: { ...data.domain, verifyingContract: attacker } }
      expect(denied(elsewhere)).toBe('SIGNATURE_CONTRACT_NOT_ALLOWED')
      // One field less, or one more, is another type.
      const own = data.types[data.primaryType] ?? []
      for (const other of [own.slice(1), [...own, { type: 'uint256', name: 'tip' }]]) {
        const types = { ...data.types, [data.primaryType]: other }
        expect(denied({ ...data, types })).toBe('SIGNATURE_NOT_UNDERSTOOD')
      }
    }
  })

  test('I28: types that are not known to the letter', () => {
    const data = single()
    const withTypes = (types: TypedData['types'], primaryType = data.primaryType) =>
      denied({ ...data, types, primaryType })
    expect(
      withTypes({ Authorization: fieldsOf('uint256 chainId,address to,uint64 nonce') }, 'Authorization'),
    ).toBe('SIGNATURE_NOT_UNDERSTOOD')
    expect(withTypes({ ...data.types, PermitSingle: fieldsOf('address spender') })).toBe(
      'SIGNATURE_NOT_UNDERSTOOD',
    )
    // A domain type of its own could leave the chain out of what is signed.
    expect(withTypes({ ...data.types, EIP712Domain: fieldsOf('string name') })).toBe(
      'SIGNATURE_NOT_UNDERSTOOD',
    )
    // The same text, spelled by one field whose type is none.
    const text = 'PermitDetails details,address spender,uint256 sigDeadline'
    const crafted = [{ type: text.slice(0, text.lastIndexOf(' ')), name: 'sigDeadline' }]
    expect(withTypes({ ...data.types, PermitSingle: crafted })).toBe('SIGNATURE_NOT_UNDERSTOOD')
    for (const amount of ['-1', '0x7', '7.0', null, 2 ** 60, '']) {
      expect(denied(single({}, { amount })), String(amount)).toBe('SIGNATURE_NOT_UNDERSTOOD')
    }
    expect(denied(single({}, { amount: 0 }))).toBe('allowed')
    for (const wrong of [[], [details], null]) {
      expect(denied(single({ details: wrong as Json }))).toBe('SIGNATURE_NOT_UNDERSTOOD')
    }
  })

  test('I4 I28: whatever a message holds, it is denied or counted as it is signed', async () => {
    const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`)
    const value = fc.oneof(
      fc.bigInt(0n, 2n ** 170n).map(String),
      fc.integer(),
      fc.string(),
      fc.constant(null),
    )
    await fc.assert(
      fc.asyncProperty(value, value, value, async (amount, expiration, sigDeadline) => {
        const data = single({ sigDeadline }, { amount, expiration })
        if (denied(data) !== 'allowed') return
        const [authority] = readSignedAuthority(data, scope)
        expect(authority?.amountBaseUnits).toBe(BigInt(amount as string))
        await expect(signer.signTypedData(data as never)).resolves.toMatch(/^0x/)
      }),
    )
  })
})

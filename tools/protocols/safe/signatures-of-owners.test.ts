import { type Address, concatHex, type Hex, hashTypedData, slice, type TypedDataDefinition } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test, vi } from 'vitest'
import type { AccountOwner, OperatorAccount } from '../../core/contract-account.ts'
import { collectSignatures, joinSignatures } from './signatures-of-owners.ts'
import { describeTransaction } from './transaction.ts'

const SAFE: Address = '0x00000000000000000000000000000000000000f1'
const TYPED = describeTransaction(
  { chainId: 1, address: SAFE },
  { to: '0x00000000000000000000000000000000000000c2', data: '0x1234' },
  { gasLimit: 450_000n, nonce: 7n },
)
const HASH = hashTypedData(TYPED)
/** Keys whose addresses rise. */
const [ANN, BEN, CAT] = ['1', '2', '3', '4', '5']
  .map((digit) => privateKeyToAccount(`0x${digit.repeat(64)}`))
  .sort((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1)) as unknown as [
  AccountOwner,
  AccountOwner,
  AccountOwner,
]
const signatureOf = ({ signTypedData }: AccountOwner) => signTypedData(TYPED)

interface Terms {
  readonly threshold?: bigint
  /** Owners that the Safe has. */
  readonly holders?: readonly Address[]
}

/** Have these owners sign, in this order. */
const collect = (
  owners: readonly AccountOwner[],
  { threshold = 2n, holders = [ANN, BEN, CAT].map(({ address }) => address) }: Terms = {},
) =>
  collectSignatures(
    {
      chainId: 1,
      address: SAFE,
      relayer: SAFE,
      owners,
      clock: { setTimer: () => () => undefined },
      chain: {
        readContract: async ({
          address,
          functionName,
        }: {
          readonly address: Address
          readonly functionName: string
        }) => {
          expect(address).toBe(SAFE)
          return functionName === 'getThreshold' ? threshold : holders
        },
      },
    } as unknown as OperatorAccount,
    TYPED,
  )

/** An owner that answers what it is told. */
const answering = (
  { address }: AccountOwner,
  answer: (typed: TypedDataDefinition) => Promise<Hex>,
): AccountOwner => ({ address, signTypedData: answer })

/** An owner that signs, and whether it was asked to. */
const watched = (owner: AccountOwner) => {
  const signTypedData = vi.fn(owner.signTypedData)
  return { owner: answering(owner, signTypedData), signTypedData }
}

test('default: as many as have to sign, in the order of their addresses', async () => {
  const joined = concatHex([await signatureOf(ANN), await signatureOf(CAT)])
  const spare = watched(BEN)
  expect(await collect([CAT, ANN, spare.owner])).toBe(joined)
  expect(spare.signTypedData).not.toHaveBeenCalled()
})

test('behavior: the order is that of the numbers, not of their checksums', () => {
  const [low, high] = [`0x${'0a'.repeat(20)}`, `0x${'0B'.repeat(20)}`] as const
  const join = new Map<Address, Hex>([
    [high, '0x02'],
    [low, '0x01'],
  ])
  expect(joinSignatures(join)).toBe('0x0102')
})

test('behavior: who is no owner of the Safe is not asked', async () => {
  const holders = [ANN.address, CAT.address]
  const stray = watched(BEN)
  expect(await collect([stray.owner, ANN, CAT], { holders })).toBe(
    concatHex([await signatureOf(ANN), await signatureOf(CAT)]),
  )
  expect(stray.signTypedData).not.toHaveBeenCalled()
})

test.each<[string, (owner: AccountOwner) => AccountOwner]>([
  ['fails', (owner) => answering(owner, async () => Promise.reject(new Error('no')))],
  ['answers with the signature of another', (owner) => answering(owner, () => signatureOf(CAT))],
  [
    'signs something else',
    (owner) =>
      answering(owner, () =>
        owner.signTypedData({ ...TYPED, message: { ...TYPED.message, operation: 1 as never } }),
      ),
  ],
  [
    'changes what it was asked for',
    (owner) =>
      answering(owner, (typed) => {
        ;(typed.message as { nonce: bigint }).nonce = 8n
        return owner.signTypedData(typed)
      }),
  ],
  ['answers no signature', (owner) => answering(owner, async () => '0x')],
  [
    'answers in a form that a Safe takes for something else',
    (owner) =>
      answering(owner, async () => {
        const signature = await signatureOf(owner)
        return concatHex([slice(signature, 0, 64), signature.endsWith('1b') ? '0x00' : '0x01'])
      }),
  ],
])('error: SAFE_THRESHOLD_NOT_MET: who %s is passed over', async (_, change) => {
  await expect(collect([change(ANN), BEN])).rejects.toMatchObject({ code: 'SAFE_THRESHOLD_NOT_MET' })
  expect(hashTypedData(TYPED)).toBe(HASH)
  expect(await collect([change(ANN), BEN, CAT])).toBe(
    concatHex([await signatureOf(BEN), await signatureOf(CAT)]),
  )
})

test('error: SAFE_THRESHOLD_NOT_MET: who is listed twice signs once', async () => {
  await expect(collect([ANN, ANN])).rejects.toMatchObject({ code: 'SAFE_THRESHOLD_NOT_MET' })
})

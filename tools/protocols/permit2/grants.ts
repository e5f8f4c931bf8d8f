import { type Address, getAbiItem, maxUint256 } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import type { ChainReader } from '../../core/chain.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import type { Grant, GrantKeeper, Precaution } from '../../core/grant-keeper.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { Call } from '../../core/plan.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { permit2Abi } from './abi.ts'
import { BASE } from './base.ts'

const approval = getAbiItem({ abi: permit2Abi, name: 'Approval' })
const permit = getAbiItem({ abi: permit2Abi, name: 'Permit' })

/** An allowance, with the nonce of what was signed for it. */
type LiveGrant = Grant & { readonly nonce: number }

/** Know the allowances that Permit2 keeps; undefined where it is not deployed. */
export function createPermit2Grants(book: AddressBook): GrantKeeper | undefined {
  const address = BASE.find(book)?.permit2
  if (address === undefined) return undefined
  return {
    keeper: address,
    subject: 'the allowances of Permit2',
    async readLog(chain, { owners, ...range }) {
      const filter = { address, args: { owner: [...owners] }, strict: true, ...range } as const
      const [approvals, permits] = await Promise.all([
        chain.getLogs({ event: approval, ...filter }),
        chain.getLogs({ event: permit, ...filter }),
      ])
      return [...approvals, ...permits].map(({ args: { owner, token, spender } }) => ({
        token,
        spender,
        owner,
        keeper: address,
      }))
    },
    async readLive(chain, candidates) {
      const live = await readLive({ chain, book, address }, candidates)
      const owners = new Map(live.map(({ owner }) => [owner.toLowerCase(), owner]))
      return {
        grants: live.map(({ nonce: _, ...grant }) => grant),
        revocations: [...owners.values()].map((owner) => ({
          item: 'invalidate Permit2 nonces and lock its allowances',
          owner,
          calls: lock(
            address,
            live.filter((grant) => isAddressEqual(grant.owner, owner)),
          ),
        })),
      }
    },
    precaution: useUpNonces(address),
  }
}

async function readLive(
  { chain, book, address }: { chain: ChainReader; book: AddressBook; address: Address },
  candidates: readonly Grant[],
): Promise<readonly LiveGrant[]> {
  const contracts = candidates.map(
    ({ token, spender, owner }) =>
      ({ address, abi: permit2Abi, functionName: 'allowance', args: [owner, token, spender] }) as const,
  )
  const allowances = book.multicall
    ? await chain.multicall({ ...inOneCall(book), allowFailure: false, contracts })
    : await Promise.all(contracts.map((contract) => chain.readContract(contract)))
  return candidates.flatMap((grant, index) => {
    const [amountBaseUnits = 1n, , nonce = 0] = allowances[index] ?? []
    return amountBaseUnits === 0n ? [] : [{ ...grant, nonce }]
  })
}

/** Lockdown leaves nonces as they are, so that what was signed could grant the same again. */
function lock(to: Address, granted: readonly LiveGrant[]): readonly Call[] {
  const invalidations = granted.map(({ token, spender, nonce }) =>
    encodeFunctionData({
      abi: permit2Abi,
      functionName: 'invalidateNonces',
      args: [token, spender, nonce + 1],
    }),
  )
  const lockdown = encodeFunctionData({
    abi: permit2Abi,
    functionName: 'lockdown',
    args: [granted.map(({ token, spender }) => ({ token, spender }))],
  })
  return [...invalidations, lockdown].map((data) => ({ to, valueWei: 0n, data }))
}

/** Void the unordered nonces of the first word, where signers begin to count. */
const useUpNonces = (to: Address): Precaution => ({
  item: 'use up the unordered nonces of Permit2',
  subject: 'the nonces of Permit2',
  async plan(chain, account) {
    const query = { address: to, abi: permit2Abi, functionName: 'nonceBitmap' } as const
    if ((await chain.readContract({ ...query, args: [account, 0n] })) === maxUint256) return []
    const data = encodeFunctionData({
      abi: permit2Abi,
      functionName: 'invalidateUnorderedNonces',
      args: [0n, maxUint256],
    })
    return [{ to, valueWei: 0n, data }]
  },
})

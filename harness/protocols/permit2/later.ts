import {
  type Address,
  decodeAbiParameters,
  decodeFunctionData,
  erc20Abi,
  type Hex,
  hashTypedData,
  type PublicClient,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import { isAddressEqual } from '../../../tools/core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../../tools/core/outcome.ts'
import { BASE } from '../../../tools/protocols/permit2/base.ts'
import type { LaterAct, LaterScope, TestbedLater } from '../testbed-later.ts'

const STRUCTS = [
  'struct PermitDetails { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct PermitSingle { PermitDetails details; address spender; uint256 sigDeadline; }',
] as const
const MESSAGE = parseAbiParameters(['PermitSingle permit', ...STRUCTS])
const permit2Abi = parseAbi([
  ...STRUCTS,
  'function permit(address owner, PermitSingle permitSingle, bytes signature)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
  'function allowance(address owner, address token, address spender) view returns (uint160, uint48, uint48)',
])
const cageAbi = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function execute(Call[] calls, uint256 deadline, bytes32 actionId, bytes guardianSignature)',
  'function isValidSignature(bytes32 digest, bytes signature) view returns (bytes4)',
])
const TYPES = {
  PermitSingle: [
    { name: 'details', type: 'PermitDetails' },
    { name: 'spender', type: 'address' },
    { name: 'sigDeadline', type: 'uint256' },
  ],
  PermitDetails: [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint160' },
    { name: 'expiration', type: 'uint48' },
    { name: 'nonce', type: 'uint48' },
  ],
} as const

const BPS = 10_000n
/** As far back as anything that a cage answers for may have been recorded. */
const MOST_BLOCKS = 64n
/** What ERC-1271 answers for a signature that stands. */
const VALID = '0x1626ba7e'

type Permit = ReturnType<typeof decodeAbiParameters<typeof MESSAGE>>[0]

/** List what an account recorded of late, by the transactions of its operator; the newest first. */
async function listRecorded({ client, book, account, firstBlock }: LaterScope): Promise<readonly Permit[]> {
  const scheme = BASE.on(book).permitSingleScheme
  const head = await client.getBlockNumber({ cacheTime: 0 })
  const first = head - firstBlock > MOST_BLOCKS ? head - MOST_BLOCKS : firstBlock
  const numbers = Array.from({ length: Number(head - first) }, (_, index) => head - BigInt(index))
  const blocks = await Promise.all(
    numbers.map((blockNumber) => client.getBlock({ blockNumber, includeTransactions: true })),
  )
  return blocks
    .flatMap(({ transactions }) => transactions)
    .filter(({ to }) => to !== null && isAddressEqual(to, account))
    .flatMap(({ input }) => readCalls(input))
    .filter(({ target }) => isAddressEqual(target, scheme))
    .map(({ data }) => decodeAbiParameters(MESSAGE, data)[0])
}

function readCalls(input: Hex): readonly { readonly target: Address; readonly data: Hex }[] {
  try {
    const { functionName, args } = decodeFunctionData({ abi: cageAbi, data: input })
    return functionName === 'execute' ? args[0] : []
  } catch {
    return []
  }
}

/** Whether the account answers for a message still, and Permit2 has not seen it. */
async function isOpen(
  { client, account }: { readonly client: PublicClient; readonly account: Address },
  verifyingContract: Address,
  permit: Permit,
): Promise<boolean> {
  const { token, nonce } = permit.details
  const digest = hashTypedData({
    domain: { name: 'Permit2', chainId: await client.getChainId(), verifyingContract },
    types: TYPES,
    primaryType: 'PermitSingle',
    message: permit,
  })
  const [answer, [, , next]] = await Promise.all([
    client.readContract({
      address: account,
      abi: cageAbi,
      functionName: 'isValidSignature',
      args: [digest, '0x'],
    }),
    client.readContract({
      address: verifyingContract,
      abi: permit2Abi,
      functionName: 'allowance',
      args: [account, token, permit.spender],
    }),
  ])
  return answer === VALID && next === nonce
}

const REDEEM: LaterAct = {
  title: 'a spender redeems the newest recorded permit, and takes of it what Permit2 may take',
  extent: 'shareBps',
  async plan(scope) {
    const { client, book, account, shareBps } = scope
    const { permit2 } = BASE.on(book)
    for (const permit of await listRecorded(scope)) {
      if (!(await isOpen(scope, permit2, permit))) continue
      const { details, spender } = permit
      const { token } = details
      const erc20 = { address: token, abi: erc20Abi } as const
      const [allowed, balance] = await Promise.all([
        client.readContract({ ...erc20, functionName: 'allowance', args: [account, permit2] }),
        client.readContract({ ...erc20, functionName: 'balanceOf', args: [account] }),
      ])
      const wanted = (details.amount * BigInt(shareBps)) / BPS
      const taken = [wanted, allowed, balance].reduce((least, other) => (other < least ? other : least))
      const take = encodeFunctionData({
        abi: permit2Abi,
        functionName: 'transferFrom',
        args: [account, spender, taken, token],
      })
      const redeem = encodeFunctionData({
        abi: permit2Abi,
        functionName: 'permit',
        args: [account, permit, '0x'],
      })
      return {
        actor: spender,
        gives: [],
        calls: [redeem, ...(taken > 0n ? [take] : [])].map((data) => ({ to: permit2, data, valueWei: 0n })),
        expected: {
          ...EMPTY_OUTCOME,
          assets: taken > 0n ? [{ token, account, deltaBaseUnits: -taken }] : [],
          worth: [],
        },
        toleranceBps: 0,
      }
    }
    return undefined
  },
}

/** What spenders do with permits that an account recorded. */
export const LATER: TestbedLater = { redeem: REDEEM }

import { type Address, encodeAbiParameters, pad, parseAbi, parseAbiParameters, zeroHash } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import { keccak256 } from '../../../tools/core/keccak256.ts'
import { EMPTY_OUTCOME } from '../../../tools/core/outcome.ts'
import { BASE } from '../../../tools/protocols/across/base.ts'
import type { LaterAct, LaterPlan, LaterScope, TestbedLater } from '../testbed-later.ts'
import { fillOn } from './fill-on.ts'

const LEAF =
  'struct Leaf { uint256 amountToReturn; uint256 chainId; uint256[] refundAmounts; uint32 leafId; address l2Token; address[] refundAddresses; }'
const abi = parseAbi([
  LEAF,
  'function relayRootBundle(bytes32 relayerRefundRoot, bytes32 slowRelayRoot)',
  'function executeRelayerRefundLeaf(uint32 rootBundleId, Leaf leaf, bytes32[] proof) payable',
  'event FundsDeposited(bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 indexed destinationChainId, uint256 indexed depositId, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes32 indexed depositor, bytes32 recipient, bytes32 exclusiveRelayer, bytes message)',
  'event RelayedRootBundle(uint32 indexed rootBundleId, bytes32 indexed relayerRefundRoot, bytes32 indexed slowRelayRoot)',
  'event ExecutedRelayerRefundRoot(uint256 amountToReturn, uint256 indexed chainId, uint256[] refundAmounts, uint32 indexed rootBundleId, uint32 indexed leafId, address l2TokenAddress, address[] refundAddresses, bool deferredRefunds, address caller)',
])
const LEAF_PARAMETERS = parseAbiParameters(['Leaf leaf', LEAF])

/** The oldest deposit of the account that nobody settled yet, and the number of the next bundle. */
async function findOpen({ client, book, account, firstBlock }: LaterScope) {
  const from = { address: BASE.on(book).spokePool, abi, fromBlock: firstBlock, strict: true } as const
  // Words are compared by their text.
  const depositor = pad(account.toLowerCase() as Address)
  const [deposits, bundles, settled] = await Promise.all([
    client.getContractEvents({ ...from, eventName: 'FundsDeposited', args: { depositor } }),
    client.getContractEvents({ ...from, eventName: 'RelayedRootBundle' }),
    client.getContractEvents({ ...from, eventName: 'ExecutedRelayerRefundRoot' }),
  ])
  const done = new Set(settled.map(({ args }) => args.leafId))
  const open = deposits.find(({ args }) => !done.has(Number(args.depositId)))
  return open && { ...open.args, rootBundleId: bundles.length }
}

/** Settle a deposit as the hub does, which administers the pool: a bundle of one leaf that pays all of it to one account. */
async function planSettling(
  scope: LaterScope,
  to: Address,
  after: (fillDeadline: number) => Promise<number>,
  isFilled = false,
): Promise<LaterPlan | undefined> {
  const { client, book, account, deployer } = scope
  const open = await findOpen(scope)
  if (open === undefined) return undefined
  const token: Address = `0x${open.inputToken.slice(26)}`
  const there = isFilled ? scope.elsewhere?.(Number(open.destinationChainId)) : undefined
  const fill = there && (async () => fillOn(there, open, await client.getChainId()))
  const leaf = {
    amountToReturn: 0n,
    chainId: BigInt(await client.getChainId()),
    refundAmounts: [open.inputAmount],
    leafId: Number(open.depositId),
    l2Token: token,
    refundAddresses: [to],
  }
  const root = keccak256(encodeAbiParameters(LEAF_PARAMETERS, [leaf]))
  const { spokePool } = BASE.on(book)
  const relayed = encodeFunctionData({ abi, functionName: 'relayRootBundle', args: [root, zeroHash] })
  const paid = encodeFunctionData({
    abi,
    functionName: 'executeRelayerRefundLeaf',
    args: [open.rootBundleId, leaf, []],
  })
  return {
    actor: deployer,
    gives: [],
    calls: [relayed, paid].map((data) => ({ to: spokePool, data, valueWei: 0n })),
    afterSeconds: await after(open.fillDeadline),
    expected: {
      ...EMPTY_OUTCOME,
      assets: to === account ? [{ token, account, deltaBaseUnits: open.inputAmount }] : [],
      worth: [],
    },
    toleranceBps: 0,
    ...(fill ? { first: fill } : {}),
  }
}

/** Where the agent acts on the deposit's chain as well, the relayer really fills it there; elsewhere that is left out. */
const FILL: LaterAct = {
  title: 'a relayer that filled a deposit on the other chain is paid for it here',
  plan: (scope) => planSettling(scope, scope.whale, async () => 0, true),
}

const REFUND: LaterAct = {
  title: 'a deposit that nobody filled comes back',
  plan: (scope) =>
    planSettling(scope, scope.account, async (fillDeadline) => {
      const { timestamp } = await scope.client.getBlock()
      return Math.max(0, fillDeadline + 1 - Number(timestamp))
    }),
}

/** What becomes of deposits: stand-ins for relayers and the hub, on the pool's own functions. */
export const LATER: TestbedLater = { fill: FILL, refund: REFUND }

import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { referTo } from '../../core/base.ts'
import type { StateReading, ViewQuery } from '../../core/chain.ts'
import type { ToolContext } from '../../core/context.ts'
import { decodeFunctionResult } from '../../core/decode-function-result.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { findToolError } from '../../core/errors.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { hasCode } from '../../core/has-code.ts'
import { Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { listFeeds, NO_STATE } from '../../kit/usd-price.ts'
import {
  type CageKeys,
  type Check,
  checkCage,
  checkChain,
  checkContracts,
  checkDecimals,
  checkFeeds,
  checkNode,
  checkSigner,
  checkStores,
  type NamedContract,
} from './readiness.ts'

/** Tell what of configuration, node, signer, contracts, feeds and stores has to be mended before the first start. */
export const TOOL_DEF = defineReadTool({
  name: 'bootstrap_check_readiness',
  description:
    'Check configuration, RPC, signer, contracts, price feeds and stores before the first start, and say what to do about each.',
  category: 'bootstrap',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['read', 'judge'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'bootstrap_check_readiness checks chain, head, keys and pause of the cage, gas, contracts, prices and stores before the agent first starts, with a way out for each.',
  promptGuidelines: [
    'What is warned of does not keep the agent from starting.',
    'bootstrap_verify_deployment holds every list and limit of the cage against the configuration.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    /** Whether nothing failed. */
    isReady: Type.Boolean(),
    failed: Type.Integer(),
    warnings: Type.Integer(),
    unchecked: Type.Integer(),
    checks: Type.Array(
      Type.Object({
        area: Type.String(),
        check: Type.String(),
        status: Type.Union([
          Type.Literal('passed'),
          Type.Literal('warning'),
          Type.Literal('failed'),
          Type.Literal('unchecked'),
        ]),
        expected: Type.String(),
        found: Type.String(),
        fix: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
  }),
  errorCodes: ['CHAIN_READ_FAILED'],
  async read(_params, ctx) {
    ctx.step('read')
    const contracts = listContracts(ctx)
    const seen = await readTogether(ctx, contracts)
    ctx.step('judge')
    const stores = checkStores(ctx.safety)
    const checks =
      'wrongChainId' in seen
        ? [checkChain(ctx.book, seen.wrongChainId), NOTHING_ELSE_READ, ...stores]
        : [...judgeChain(ctx, contracts, seen), ...stores]
    const count = (status: Check['status']) => checks.filter((check) => check.status === status).length
    return {
      isReady: count('failed') === 0,
      failed: count('failed'),
      warnings: count('warning'),
      unchecked: count('unchecked'),
      checks,
    }
  },
})

const NOTHING_ELSE_READ: Check = {
  area: 'contracts',
  check: 'everything that stands on the chain',
  status: 'unchecked',
  expected: "the configured chain's own",
  found: 'another chain',
  fix: 'configure the right RPC URL first',
}

type Contracts = ReturnType<typeof listContracts>

/** List the contracts that the policy relies on, and what else of the book tools may read. */
function listContracts({ book, safety }: Pick<ToolContext, 'book' | 'safety'>) {
  const { targets, readers, spenders } = safety.configured()
  const called: readonly NamedContract[] = targets
    .map(({ address }) => ({ name: 'target', address }))
    .filter(({ address }) => address !== NATIVE_TOKEN)
  const relied: readonly NamedContract[] = [
    ...readers.map(({ address, protocol }) => ({ name: `reader of ${protocol}`, address })),
    ...spenders.map((address) => ({ name: 'spender', address })),
  ].filter(({ address }) => address !== NATIVE_TOKEN)
  const listed: readonly NamedContract[] = [
    ...book.tokens.map(({ symbol, address }) => ({ name: symbol, address })),
    ...(book.multicall ? [{ name: 'multicall', address: book.multicall }] : []),
    ...Object.entries(book.protocols).flatMap(([protocol, named]) =>
      Object.entries(named).map(([name, address]) => ({ name: referTo(protocol, name), address })),
    ),
  ]
  return { called, relied, listed }
}

interface Seen {
  readonly state: StateReading
  readonly headSeconds: number
}

/** Read everything in two requests; a node of another chain is told as what was found. */
async function readTogether(
  { chain, book, account, operator }: Pick<ToolContext, 'chain' | 'book' | 'account' | 'operator'>,
  { called, relied, listed }: Contracts,
): Promise<Seen | { readonly wrongChainId: number }> {
  const { sequencerUptimeFeed } = book
  try {
    const [state, head] = await Promise.all([
      chain.readState({
        ...NO_STATE,
        balances: [{ token: NATIVE_TOKEN, account: operator }],
        codeHashes: [operator, ...[...called, ...relied, ...listed].map(({ address }) => address)],
        feeds: [...listFeeds(book.tokens), ...(sequencerUptimeFeed ? [sequencerUptimeFeed] : [])],
        decimals: book.tokens.map(({ address }) => address),
        views: [askPolicy(account)],
      }),
      chain.getBlock(),
    ])
    return { state, headSeconds: Number(head.timestamp) }
  } catch (cause) {
    const known = findToolError(cause)
    if (known?.code !== 'WRONG_CHAIN') throw cause
    return { wrongChainId: Number(known.args.found) }
  }
}

function judgeChain(
  { book, account, operator, clock, safety }: ToolContext,
  { called, relied, listed }: Contracts,
  { state, headSeconds }: Seen,
): readonly Check[] {
  const configured = safety.configured()
  const [operatorCode, ...codeHashes] = state.codeHashes
  const ofCalled = codeHashes.slice(0, called.length)
  const ofRelied = codeHashes.slice(called.length, called.length + relied.length)
  const uptime = book.sequencerUptimeFeed ? state.feeds.at(-1) : undefined
  return [
    ...checkNode(book, {
      chainId: state.chainId,
      headSeconds,
      wallSeconds: Math.floor(clock.wallMs() / 1_000),
    }),
    ...checkCage(account, operator, configured, readKeys(state.views[0])),
    ...checkSigner(configured, {
      address: operator,
      hasCode: hasCode(operatorCode),
      balanceWei: state.balances[0],
      baseFeeWei: state.baseFeeWei,
    }),
    checkContracts(
      {
        check: 'contracts that may be called',
        fix: 'take these from the policy, or correct them: every call of them is denied',
        otherwise: 'warning',
      },
      called,
      ofCalled,
    ),
    checkContracts(
      {
        check: 'readers and spenders of the policy',
        fix: 'correct these addresses in the configuration, or take them from the policy',
      },
      relied,
      ofRelied,
    ),
    checkContracts(
      {
        check: 'tokens, multicall and protocols of the address book',
        fix: 'correct these addresses in the book: tools that use them fail, all others work',
        otherwise: 'warning',
      },
      listed,
      codeHashes.slice(called.length + relied.length),
    ),
    checkDecimals(book.tokens, state.decimals),
    ...checkFeeds(book, configured, state, uptime),
  ]
}

const askPolicy = (cage: ViewQuery['to']): ViewQuery => ({
  to: cage,
  data: encodeFunctionData({ abi: policyCageAbi, functionName: 'policy' }),
})

/** Read the keys of the cage; undefined where what answers is none. */
function readKeys(answer: StateReading['views'][number]): CageKeys {
  if (answer === undefined || answer === '0x') return undefined
  try {
    return decodeFunctionResult({ abi: policyCageAbi, functionName: 'policy', data: answer })
  } catch {
    return undefined
  }
}

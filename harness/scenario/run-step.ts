import { type Address, getAddress, type Hex, isAddress, parseUnits } from 'viem'
import { type Json, toJson } from '../../tools/core/json.ts'
import { findToken } from '../../tools/core/tokens.ts'
import { parsePhase } from '../../tools/safety/policy/phases.ts'
import type { StoreDamage } from '../audit/store-damage.ts'
import type { AnswerLies } from '../chain/lying-rpc.ts'
import { HarnessError } from '../errors.ts'
import type { Observation } from '../oracle/observer.ts'
import { HOSTILE_RISKY_TOOL, HOSTILE_SIGNER, HOSTILE_TOOL } from '../stage/hostile-tool.ts'
import type { Stage, Trade } from '../stage/stage.ts'
import { ACTORS, type ActorName } from '../world/actors.ts'
import { findContract } from '../world/find-contract.ts'
import { encodeRawCall, encodeTypedData, type RawNames } from './encode-raw.ts'
import { encodeSubmission, type GivenSignature } from './encode-submission.ts'
import type { AccountRef, Bound, Step, StepAction, TradeOrder } from './scenario.ts'
import { tamperPermit } from './tamper-permit.ts'

/** Decimals in which prices are written. */
const USD_DECIMALS = 8

/** What a step came to. */
export interface StepOutcome {
  /** Undefined for steps that are not the agent's. */
  readonly observation?: Observation
  /** The permit that the step issued or used. */
  readonly permitId?: string
  /** The signature that the step gave out, with what it covers. */
  readonly signed?: GivenSignature
  readonly actionClass?: string
  readonly spendUsdc?: bigint
  /** What each of the steps that ran together came to. */
  readonly together?: readonly TogetherOutcome[]
}

/** What one of several steps came to that ran together. */
export interface TogetherOutcome {
  readonly title: string
  readonly as?: string
  readonly permitId?: string
  /** The code of its denial. */
  readonly code?: string
}

/** Steps that wait for their turn whenever they leave the process; all others are done in one. */
const AGENT_STEPS: readonly StepAction['kind'][] = [
  'preview',
  'act',
  'commit',
  'cancel',
  'query',
  'call',
  'tool',
  'raw',
  'sign',
  'halt',
  'recover',
  'reconcile',
  'vitality',
]

/** Resolve an account of a step. */
export function resolveAccount(stage: Stage, account: AccountRef): Address {
  if (account === 'cage') return stage.cage
  if (isAddress(account, { strict: false })) return getAddress(account)
  return ACTORS[account as ActorName].address
}

/** Resolve a token of a step, by symbol or address. */
export function resolveTokenAddress(stage: Stage, token: string): Address {
  const known = findToken(stage.book, token)
  if (known) return known.address
  if (isAddress(token, { strict: false })) return getAddress(token)
  throw new HarnessError('STEP_IMPOSSIBLE', `unknown token "${token}"`, {
    expected: stage.book.tokens.map(({ symbol }) => symbol).join(', '),
    hint: 'use a token of this world',
  })
}

/** Put what is known only now where arguments name it: the cage's address, permits that earlier steps bound. */
function fillArguments(value: Json, cage: Address, bindings: ReadonlyMap<string, string>): Json {
  const text = JSON.stringify(value).replaceAll(/\$\{(\w+)\}/g, (reference, name: string) =>
    name === 'cage' ? cage : (bindings.get(name) ?? reference),
  )
  return JSON.parse(text) as Json
}

/** The signature that a commit gave out. */
function findSignature(permitId: string, bindings: ReadonlyMap<string, string>): GivenSignature {
  const given = bindings.get(signatureKey(permitId))
  if (given !== undefined) return JSON.parse(given) as GivenSignature
  throw new HarnessError('STEP_IMPOSSIBLE', 'this permit gave no signature', {
    found: permitId,
    hint: 'name a signature that was committed in an earlier step',
  })
}

/** Name under which what a permit signed is bound. */
export const signatureKey = (permitId: string) => `signature of ${permitId}`

/** Put permits that earlier steps bound where a damage names them. */
function fillDamage(damage: StoreDamage, bindings: ReadonlyMap<string, string>): StoreDamage {
  if (damage.kind === 'file' || typeof damage.key !== 'string') return damage
  return {
    ...damage,
    key: damage.key.replace(/^\$\{(\w+)\}$/, (text, name: string) => bindings.get(name) ?? text),
  }
}

/** Carry out one step. */
export async function runStep(
  action: StepAction,
  stage: Stage,
  bindings: ReadonlyMap<string, string>,
): Promise<StepOutcome> {
  const resolve = (bound: Bound<string>): string => {
    if (typeof bound === 'string') return bound
    const value = bindings.get(bound.binding)
    if (value !== undefined) return value
    throw new HarnessError('STEP_IMPOSSIBLE', `nothing is bound to \${${bound.binding}}`, {
      expected: 'an earlier step that issued a permit',
      found: 'that step was denied',
      hint: 'expect the denial there, or leave this step out',
    })
  }

  const fill = (value: Json) => fillArguments(value, stage.cage, bindings)

  switch (action.kind) {
    case 'preview':
      return fromPermit(await stage.call('preview_action', previewArguments(action, fill)))
    case 'act':
      return commitPreviewed(stage, await stage.call('preview_action', previewArguments(action, fill)))
    case 'commit': {
      const permitId = resolve(action.permit)
      const observation = await stage.call('commit_action', { permitId })
      return { observation, permitId, ...signedBy(observation) }
    }
    case 'cancel': {
      const permitId = resolve(action.permit)
      return { observation: await stage.call('cancel_action', { permitId }), permitId }
    }
    case 'query':
      return {
        observation: await stage.call('query_state', { query: action.tool, params: fill(action.params) }),
      }
    case 'call':
      return { observation: await stage.call(action.tool, fill(action.args)) }
    case 'halt':
      return { observation: await stage.call('emergency_halt', { reason: action.reason }) }
    case 'tool': {
      const definition = stage.agent.stack.profile.tools.find(({ name }) => name === action.tool)
      const isWrite = definition?.capability === 'write' || definition?.capability === 'privileged'
      if (!isWrite) return { observation: await stage.runTool(action.tool, fill(action.params)) }
      if (definition.capability === 'privileged' && definition.changesSafety) {
        return { observation: await stage.changeSafety(action.tool, fill(action.params), action.approval) }
      }
      return commitPreviewed(
        stage,
        await stage.previewTool(action.tool, fill(action.params), [], action.approval),
      )
    }
    case 'raw': {
      const names = rawNames(stage)
      const calls = action.calls.map((call) => {
        const { to, valueWei, data } = encodeRawCall(call, names)
        return { to, valueWei: valueWei.toString(), data }
      })
      const delegate =
        action.delegate === undefined
          ? {}
          : { delegate: resolveAccount(stage, action.delegate as AccountRef) }
      const { name } = action.isRisky ? HOSTILE_RISKY_TOOL : HOSTILE_TOOL
      const params = toJson({ calls, ...delegate, ...action.lies })
      const preview = await stage.previewTool(name, params, [])
      return action.commits ? commitPreviewed(stage, preview) : fromPermit(preview)
    }
    case 'outsider': {
      const names = rawNames(stage)
      const permitId = action.submits === undefined ? undefined : resolve(action.submits)
      const given = permitId === undefined ? [] : [findSignature(permitId, bindings)]
      const calls = [
        ...given.map((signature) =>
          encodeSubmission(signature, ACTORS.operator.address, ACTORS[action.actor].address),
        ),
        ...action.calls.map((call) => encodeRawCall(call, names)),
      ]
      return { observation: await stage.actAs(action.actor, calls, action.reverts) }
    }
    case 'sign': {
      const typedData = toJson(encodeTypedData(action.typedData, rawNames(stage)))
      const preview = await stage.previewTool(HOSTILE_SIGNER.name, { typedData }, [])
      return action.commits ? commitPreviewed(stage, preview) : fromPermit(preview)
    }
    case 'advance':
      await stage.advance(action.ms)
      return {}
    case 'skew':
      stage.clock.moveWallMs(action.wallMs)
      if (action.chainSeconds > 0) await stage.moveChainClock(BigInt(action.chainSeconds))
      return {}
    case 'price':
      for (const { token, usd } of action.prices) {
        const known = findToken(stage.book, token)
        const sources = [
          action.source === 'secondary' ? undefined : known?.feed,
          action.source === 'primary' ? undefined : known?.secondaryFeed,
        ].flatMap((source) => source ?? [])
        if (sources.length === 0) {
          throw new HarnessError('STEP_IMPOSSIBLE', `${token} has no price feed`, {
            hint: 'choose a priced token',
          })
        }
        await stage.setFeeds(
          sources.map(({ address, decimals }) => ({
            feed: address,
            answer: parseUnits(usd, action.decimals ?? decimals),
          })),
          action.ageMs === undefined ? undefined : Math.floor(action.ageMs / 1_000),
        )
      }
      return {}
    case 'lie':
      await stage.lieAboutFeeds(
        action.prices.flatMap(({ token, usd }) => {
          const known = findToken(stage.book, token)
          return [known?.feed, known?.secondaryFeed].flatMap((source) =>
            source ? [{ feed: source.address, answer: parseUnits(usd, source.decimals) }] : [],
          )
        }),
      )
      if (action.codeOf !== undefined) await stage.lieAboutCode(resolveContract(stage, action.codeOf))
      if (action.balance !== undefined) {
        const { token, amountBaseUnits } = action.balance
        await stage.lieAboutBalance(resolveTokenAddress(stage, token), amountBaseUnits)
      }
      stage.lieInAnswers(resolveAnswerLies(stage, action.answers))
      return {}
    case 'sequencer': {
      const feed = stage.book.sequencerUptimeFeed
      if (feed === undefined) {
        throw new HarnessError('STEP_IMPOSSIBLE', 'this world has no sequencer', {
          hint: 'use a world with an uptime feed',
        })
      }
      await stage.setFeeds([{ feed, answer: action.status === 'up' ? 0n : 1n }])
      return {}
    }
    case 'shock':
      for (const { token, usd } of action.prices) {
        await runStep({ kind: 'price', prices: [{ token, usd }] }, stage, bindings)
        await stage.movePools(resolveTokenAddress(stage, token), parseUnits(usd, USD_DECIMALS), USD_DECIMALS)
      }
      return {}
    case 'trade': {
      const { actor, tokenIn, tokenOut, amountIn } = resolveTrade(stage, action)
      await stage.trade(actor, tokenIn, tokenOut, amountIn)
      return {}
    }
    case 'sandwich':
      stage.sandwich(resolveTrade(stage, action))
      return {}
    case 'transfer':
      await stage.transfer(
        resolveAccount(stage, action.from),
        resolveAccount(stage, action.to),
        resolveTokenAddress(stage, action.token),
        action.amountBaseUnits,
      )
      return {}
    case 'phase': {
      const phase = parsePhase(action.phase)
      if (phase !== undefined) await stage.observePhase(phase)
      return {}
    }
    case 'vitality':
      await stage.observeVitality(action.vitalityBps)
      return {}
    case 'mine':
      await stage.mine(action.blocks)
      return {}
    case 'mining':
      stage.setMining(action.isOn)
      return {}
    case 'baseFee':
      await stage.setBaseFee(action.wei)
      return {}
    case 'fault':
      stage.injectFault(action.fault, action.on)
      return {}
    case 'upstream':
      stage.failUpstream(action.fault)
      return {}
    case 'disk':
      stage.disk.fail(action.fails, action.fromWrite)
      return {}
    case 'heal':
      stage.heal()
      return {}
    case 'secondProvider':
      stage.setSecondProvider(action.mode)
      return {}
    case 'guardian':
      stage.setGuardian(action.mode)
      return {}
    case 'token':
      for (const { token, traits } of action.tokens) {
        await stage.changeToken(resolveTokenAddress(stage, token), traits)
      }
      return {}
    case 'together':
      return runTogether(action, stage, bindings)
    case 'drop':
      await stage.dropPending()
      return {}
    case 'mark':
      await stage.mark()
      return {}
    case 'reorg':
      await stage.reorg(action.depth, action.ahead && resolveTrade(stage, action.ahead))
      return {}
    case 'include': {
      const permitId = resolve(action.permit)
      await stage.include(permitId as Hex)
      return { permitId }
    }
    case 'recover':
    case 'reconcile':
      return { observation: await stage[action.kind]() }
    case 'restart':
      return { observation: await stage.restart() }
    case 'agent':
      return { observation: await stage.useAgent(action.name, action.sharesStore) }
    case 'copy':
      stage.copyStore()
      return {}
    case 'damage':
      stage.damageStore(fillDamage(action.damage, bindings))
      return {}
    case 'tamper':
      tamperPermit(stage.session.database, resolve(action.permit), action.field)
      return {}
    case 'code':
      await stage.setCode(resolveContract(stage, action.at), action.code)
      return {}
    case 'storage':
      await stage.setStorage(resolveContract(stage, action.at), action.slot, action.word)
      return {}
    case 'expect':
      return {}
  }
}

const resolveAnswerLies = (
  stage: Stage,
  { withdrawn, ...answers }: Extract<StepAction, { kind: 'lie' }>['answers'],
): AnswerLies => ({
  ...answers,
  ...(withdrawn
    ? {
        withdrawn: {
          ...withdrawn,
          cage: stage.cage,
          token: resolveTokenAddress(stage, withdrawn.token),
        },
      }
    : {}),
})

const resolveTrade = (stage: Stage, { actor, tokenIn, tokenOut, amountInBaseUnits }: TradeOrder): Trade => ({
  actor,
  tokenIn: resolveTokenAddress(stage, tokenIn),
  tokenOut: resolveTokenAddress(stage, tokenOut),
  amountIn: amountInBaseUnits,
})

async function runTogether(
  { steps, order }: Extract<StepAction, { kind: 'together' }>,
  stage: Stage,
  bindings: ReadonlyMap<string, string>,
): Promise<StepOutcome> {
  const bodies = steps.map(({ action }) => ({
    run: () => runStep(action, stage, bindings),
    isAtomic: !AGENT_STEPS.includes(action.kind),
  }))
  const mayChange = steps.some(({ action }) => action.kind === 'transfer')
  const { results, observation } = await stage.together(bodies, order, { mayChange })
  const together = results.map((result, index): TogetherOutcome => {
    const { title, as } = steps[index] as Step
    const error = result.observation?.error
    return {
      title,
      ...(as === undefined ? {} : { as }),
      ...(result.permitId === undefined ? {} : { permitId: result.permitId }),
      ...(error === undefined ? {} : { code: error.code }),
    }
  })
  const codes = together.flatMap(({ code }) => code ?? [])
  return {
    together,
    observation: {
      ...observation,
      details: { committed: observation.commits, denied: codes.length, codes },
    },
  }
}

const previewArguments = (
  action: { action: string; params: Json; claims: readonly unknown[] },
  fill: (params: Json) => Json,
) => ({
  kind: action.action,
  params: fill(action.params),
  ...(action.claims.length > 0 ? { claims: action.claims } : {}),
})

interface PermitDetails {
  readonly permitId?: string
  readonly actionClass?: string
  readonly spend?: { readonly total?: { readonly baseUnits: string } }
}

function fromPermit(observation: Observation): StepOutcome {
  const details = (observation.details ?? {}) as PermitDetails
  return {
    observation,
    ...(details.permitId ? { permitId: details.permitId } : {}),
    ...(details.actionClass ? { actionClass: details.actionClass } : {}),
    ...(details.spend?.total === undefined ? {} : { spendUsdc: BigInt(details.spend.total.baseUnits) }),
  }
}

async function commitPreviewed(stage: Stage, preview: Observation): Promise<StepOutcome> {
  const previewed = fromPermit(preview)
  if (preview.error || previewed.permitId === undefined) return previewed
  const commit = await stage.call('commit_action', { permitId: previewed.permitId })
  const observation = {
    ...commit,
    hooks: [...preview.hooks, ...commit.hooks],
    events: [...preview.events, ...commit.events],
  }
  return { ...previewed, observation, ...signedBy(commit) }
}

function signedBy({ details }: Observation): Pick<StepOutcome, 'signed'> {
  const { data } = (details ?? {}) as { readonly data?: Partial<GivenSignature> }
  return data?.signature && data.typedData ? { signed: data as GivenSignature } : {}
}

/** Address of a contract that steps may name. */
const contractOf = ({ book, cage }: Stage, name: string): Address | undefined =>
  name === 'cage' ? cage : findContract(book, name)

function resolveContract(stage: Stage, name: string): Address {
  return contractOf(stage, name) ?? resolveTokenAddress(stage, name)
}

function rawNames(stage: Stage): RawNames {
  return {
    address: (name) =>
      contractOf(stage, name) ??
      (Object.hasOwn(ACTORS, name)
        ? ACTORS[name as ActorName].address
        : findToken(stage.book, name)?.address),
    decimals: (symbol) => findToken(stage.book, symbol)?.decimals,
    native: stage.book.nativeSymbol,
    nowSeconds: BigInt(Math.floor(stage.clock.wallMs() / 1_000)),
  }
}

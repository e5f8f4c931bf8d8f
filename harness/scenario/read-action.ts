import { isAddress, zeroAddress } from 'viem'
import { PI_TOOL_NAMES } from '../../tools/agent/pi-tool.ts'
import type { Json } from '../../tools/core/json.ts'
import { RPC_ENDPOINTS, RPC_FAULT_KINDS } from '../chain/faults.ts'
import { UPSTREAM_FAULT_KINDS } from '../chain/upstream-proxy.ts'
import { DISK_FAULTS } from '../stage/disk.ts'
import { SECOND_PROVIDER_MODES } from '../stage/second-provider.ts'
import { AGENT_NAMES } from '../stage/stage.ts'
import type { ActorName } from '../world/actors.ts'
import type { HostileTraits } from '../world/place-hostile-tokens.ts'
import type { ScenarioCatalogue } from './catalogue.ts'
import type { CellReader } from './cell-reader.ts'
import { checkInput } from './check-input.ts'
import {
  encodeRawCall,
  encodeTypedData,
  type RawCall,
  type RawNames,
  type RawTypedData,
} from './encode-raw.ts'
import type { Path } from './matrix.ts'
import { readDamage } from './read-damage.ts'
import { readClaims, readParams } from './read-params.ts'
import { readPhase } from './read-setup.ts'
import type { Bound, StepAction, TradeOrder } from './scenario.ts'
import type { STEP_MEMBERS } from './scenario-schema.ts'
import { APPROVAL_MODES, GUARDIAN_MODES, PRICE_SOURCES, TAMPER_FIELDS } from './vocabulary.ts'

type Members = Readonly<Record<string, unknown>>

/** Keys that say what a step does; those that hold steps are read where steps are. */
export type ActionKey = Exclude<keyof typeof STEP_MEMBERS, 'repeat' | 'together'>

/** Name of the tool that a scenario's own module is. */
const UNTRUSTED_TOOL = 'untrusted_tool'

/** Most decimals of a price feed. */
const PRICE = /^-?\d+(\.\d{1,8})?$/

/** Read what stands under the key that says what a step does; its shape was checked before. */
export function readAction(key: ActionKey, value: unknown, path: Path, reader: CellReader): StepAction {
  const members = value as Members
  const at = (member: string) => [...path, member]
  switch (key) {
    case 'preview':
    case 'act': {
      const { kind, claims, ...written } = members
      const action = readActionKind(key, kind, path, reader)
      const params = readParams(written, path, reader)
      checkInput(reader.catalogue.inputOf('action', action), params, written, path, reader)
      return {
        kind: key,
        action,
        params,
        claims: readClaims(claims, at('claims'), reader),
      }
    }
    case 'commit':
    case 'cancel':
      return { kind: key, permit: readPermit(value, path, reader) }
    case 'query': {
      const { tool, ...written } = members
      const readTools = reader.catalogue.tools.filter(({ capability }) => capability === 'read')
      const name = readToolName(tool, path, 'tool', readTools, reader)
      const params = readParams(written, path, reader)
      checkInput(reader.catalogue.inputOf('tool', name), params, written, path, reader)
      return { kind: key, tool: name, params }
    }
    case 'tool': {
      const { name, approval, ...written } = members
      const tool = readToolName(name, path, 'name', reader.catalogue.tools, reader)
      const params = readParams(written, path, reader)
      checkInput(reader.catalogue.inputOf('tool', tool), params, written, path, reader)
      return {
        kind: key,
        tool,
        params,
        ...(approval === undefined
          ? {}
          : { approval: reader.choose(at('approval'), 'approval', approval, APPROVAL_MODES) }),
      }
    }
    case 'raw':
      return readRaw(members, path, reader)
    case 'outsider':
      if (members.submits === undefined && members.calls === undefined) {
        reader.problem(path, 'an outsider who does nothing', 'add calls, or submits: ${permit}', true)
      }
      return {
        kind: key,
        actor: reader.choose(
          at('actor'),
          'actor',
          members.actor,
          Object.keys(reader.catalogue.actors),
        ) as ActorName,
        ...(members.submits === undefined
          ? {}
          : { submits: readPermit(members.submits, at('submits'), reader) }),
        calls: readCalls((members.calls ?? []) as readonly RawCall[], at('calls'), reader),
        reverts: members.reverts === 'either' ? undefined : members.reverts === true,
      }
    case 'sign':
      return readSign(members, path, reader)
    case 'call':
      return readCall(members, path, reader)
    case 'halt':
      return { kind: key, reason: String(value) }
    case 'advance': {
      const ms = reader.durationMs(value, path)
      if (ms < 0) reader.problem(path, 'time only moves forward', 'use skew to set the wall clock back')
      return { kind: key, ms }
    }
    case 'skew':
      if (members.wall === undefined && members.chain === undefined) {
        reader.problem(path, 'a skew names no clock', 'write { wall: -5m } or { chain: 5m }', true)
      }
      return {
        kind: key,
        wallMs: members.wall === undefined ? 0 : reader.durationMs(members.wall, at('wall')),
        chainSeconds: members.chain === undefined ? 0 : reader.durationSeconds(members.chain, at('chain')),
      }
    case 'price':
      return readPrice(members, path, reader)
    case 'lie': {
      const balance =
        members.balance === undefined ? undefined : reader.amount(members.balance, at('balance'))
      return {
        kind: key,
        prices: members.price === undefined ? [] : readPrices(members.price as Members, at('price'), reader),
        ...(members.code === undefined ? {} : { codeOf: readContract(members.code, at('code'), reader) }),
        ...(balance ? { balance: { token: balance.token, amountBaseUnits: balance.baseUnits } } : {}),
        answers: readAnswerLies(members, path, reader),
      }
    }
    case 'sequencer':
      return { kind: key, status: value as 'up' | 'down' }
    case 'shock':
      return { kind: key, prices: readPrices(members, path, reader) }
    case 'trade':
    case 'sandwich':
      return { kind: key, ...readTrade(members, path, reader) }
    case 'transfer': {
      const { token, baseUnits } = reader.amount(members.amount, at('amount'))
      return {
        kind: key,
        from: reader.account(members.from, at('from')),
        to: reader.account(members.to, at('to')),
        token,
        amountBaseUnits: baseUnits,
      }
    }
    case 'phase':
      return { kind: key, phase: readPhase(value, path, reader) }
    case 'vitality':
      return { kind: key, vitalityBps: value as number | 'read' | 'unknown' }
    case 'mine':
      return { kind: key, blocks: value as number }
    case 'mining':
      return { kind: key, isOn: reader.choose(path, 'switch', value, ['on', 'off']) === 'on' }
    case 'baseFee': {
      const [, digits, unit] = /^(\d+) (wei|gwei)$/.exec(String(value)) ?? []
      if (digits === undefined) reader.problem(path, `"${value}" is no base fee`, 'write 20 gwei or 7 wei')
      return { kind: key, wei: BigInt(digits ?? 0) * (unit === 'gwei' ? 1_000_000_000n : 1n) }
    }
    case 'fault':
      return {
        kind: key,
        fault: {
          kind: reader.choose(at('rpc'), 'fault', members.rpc, RPC_FAULT_KINDS),
          ...readStrikes(members, at('for'), reader),
          ...(members.rateBps === undefined ? {} : { rateBps: members.rateBps as number }),
          ...(members.behind === undefined ? {} : { behind: members.behind as number }),
        },
        on: reader.choose(at('on'), 'node', members.on ?? 'agent', RPC_ENDPOINTS),
      }
    case 'upstream':
      return {
        kind: key,
        fault: {
          kind: reader.choose(at('fails'), 'fault', members.fails, UPSTREAM_FAULT_KINDS),
          ...readStrikes(members, at('for'), reader),
        },
      }
    case 'disk':
      return {
        kind: key,
        fails: reader.choose(at('fails'), 'fault of a disk', members.fails, DISK_FAULTS),
        fromWrite: (members.from as number | undefined) ?? 1,
      }
    case 'secondProvider':
      return { kind: key, mode: reader.choose(path, 'behaviour', value, SECOND_PROVIDER_MODES) }
    case 'guardian':
      return { kind: key, mode: reader.choose(path, 'behaviour', value, GUARDIAN_MODES) }
    case 'token':
      return {
        kind: key,
        tokens: Object.entries(members).map(([name, traits]) => ({
          token: reader.tokenName(name, [...path, name]),
          traits: traits as Partial<HostileTraits>,
        })),
      }
    case 'include':
      return { kind: key, permit: readPermit(value, path, reader) }
    case 'reorg': {
      if (value === true) return { kind: key }
      const { depth, ahead } = members
      return {
        kind: key,
        depth: depth as number,
        ...(ahead === undefined ? {} : { ahead: readTrade(ahead as Members, at('ahead'), reader) }),
      }
    }
    case 'agent': {
      const isName = typeof value === 'string'
      return {
        kind: key,
        name: reader.choose(isName ? path : at('name'), 'agent', isName ? value : members.name, AGENT_NAMES),
        sharesStore:
          !isName && reader.choose(at('store'), 'store', members.store ?? 'own', ['own', 'same']) === 'same',
      }
    }
    case 'damage':
      return { kind: key, damage: readDamage(members, path, reader) }
    case 'copy':
    case 'drop':
    case 'mark':
    case 'heal':
    case 'recover':
    case 'reconcile':
    case 'restart':
      return { kind: key }
    case 'tamper':
      return {
        kind: key,
        permit: readPermit(members.permit, at('permit'), reader),
        field: reader.choose(at('field'), 'field of a permit', members.field, TAMPER_FIELDS),
      }
    case 'code':
      return {
        kind: key,
        at: readContract(members.at, at('at'), reader),
        code: reader.bytes(members.set, at('set')),
      }
    case 'storage':
      return {
        kind: key,
        at: readContract(members.at, at('at'), reader),
        slot: reader.bytes(members.slot, at('slot'), 32),
        word: reader.bytes(members.set, at('set'), 32),
      }
  }
}

/** Read a call of a Pi tool; what it hands on to an action or a query is held against that one's schema. */
function readCall(members: Members, path: Path, reader: CellReader): StepAction {
  const tool = reader.choose([...path, 'tool'], 'Pi tool', members.tool, PI_TOOL_NAMES)
  const args = (members.args ?? {}) as Json
  const at = [...path, 'args']
  const { catalogue } = reader
  checkInput(catalogue.inputOf('pi', tool), args, undefined, at, reader)
  const { kind, query, params = {} } = args as Members
  // What an untrusted tool takes its registration says.
  const isForeign = [kind, query].some((name) => String(name).startsWith(UNTRUSTED_TOOL))
  if (params === null || typeof params !== 'object' || isForeign) return { kind: 'call', tool, args }
  const inner = [...at, 'params']
  if (tool === 'preview_action' && kind !== undefined) {
    const action = readActionKind('call', kind, at, reader)
    checkInput(catalogue.inputOf('action', action), params as Json, undefined, inner, reader)
  }
  if (tool === 'query_state' && query !== undefined) {
    const readTools = catalogue.tools.filter(({ capability }) => capability === 'read')
    const name = readToolName(query, at, 'query', readTools, reader)
    checkInput(catalogue.inputOf('tool', name), params as Json, undefined, inner, reader)
  }
  return { kind: 'call', tool, args }
}

/** Which requests a fault strikes, and for how long; one with a rate strikes for good. */
function readStrikes(members: Members, forPath: Path, reader: CellReader) {
  const times = (members.times as number | undefined) ?? (members.rateBps === undefined ? 1 : undefined)
  return {
    ...(members.after === undefined ? {} : { after: members.after as number }),
    ...(times === undefined ? {} : { times }),
    ...(members.method === undefined ? {} : { method: String(members.method) }),
    ...(members.for === undefined ? {} : { delayMs: reader.durationMs(members.for, forPath) }),
  }
}

function readCalls(calls: readonly RawCall[], path: Path, reader: CellReader): readonly RawCall[] {
  const names = namesOf(reader)
  for (const [index, call] of calls.entries()) {
    tryEncoding(() => encodeRawCall(call, names), [...path, index], reader)
  }
  return calls
}

function readRaw(members: Members, path: Path, reader: CellReader): StepAction {
  const calls = readCalls(members.calls as readonly RawCall[], [...path, 'calls'], reader)
  const delegate = members.delegate as string | undefined
  if (delegate !== undefined) reader.account(delegate, [...path, 'delegate'])
  return {
    kind: 'raw',
    calls,
    ...(delegate === undefined ? {} : { delegate }),
    isRisky: members.risky === true,
    lies: {
      ...(members.hides === true ? { hides: true } : {}),
      ...(members.says === undefined ? {} : { says: String(members.says) }),
    },
    commits: members.commit !== false,
  }
}

function readSign({ commit, ...rest }: Members, path: Path, reader: CellReader): StepAction {
  const typedData = rest as unknown as RawTypedData
  tryEncoding(() => encodeTypedData(typedData, namesOf(reader)), path, reader)
  return { kind: 'sign', typedData, commits: commit !== false }
}

/** Names as far as a file knows them: the cage's address and the time are those of the run. */
function namesOf(reader: CellReader): RawNames {
  const { tokens } = reader.catalogue
  const findToken = (symbol: string) => tokens.find((token) => token.symbol === symbol)
  return {
    address: (name) =>
      name === 'cage' || findToken(name) !== undefined ? zeroAddress : reader.addressOf(name),
    decimals: (symbol) => findToken(symbol)?.decimals,
    native: reader.catalogue.native[0] ?? '',
    nowSeconds: 0n,
  }
}

function tryEncoding(encode: () => unknown, path: Path, reader: CellReader): void {
  try {
    encode()
  } catch (cause) {
    const problem = (cause as Error).message.split('\n')[0] ?? ''
    reader.problem(path, problem, 'see the descriptions of the schema')
  }
}

function readActionKind(key: string, kind: unknown, path: Path, reader: CellReader): string {
  const { actionKinds } = reader.catalogue
  if (kind === undefined)
    reader.problem(path, `${key} names no action kind`, `write kind: ${actionKinds[0]}`, true)
  else if (!actionKinds.includes(String(kind))) {
    reader.unknown([...path, 'kind'], 'action kind', String(kind), actionKinds)
  }
  return String(kind)
}

function readToolName(
  value: unknown,
  path: Path,
  key: string,
  known: ScenarioCatalogue['tools'],
  reader: CellReader,
): string {
  const names = known.map((tool) => tool.name)
  const all = reader.catalogue.tools.map((tool) => tool.name)
  const name = String(value)
  if (value === undefined) reader.problem(path, `no ${key} of a tool`, `write ${key}: ${names[0]}`, true)
  else if (!names.includes(name) && all.includes(name)) {
    reader.problem([...path, key], `${name} is no read tool`, `write tool: { name: ${name}, … }`)
  } else if (!names.includes(name)) reader.unknown([...path, key], 'tool', name, names)
  return name
}

function readPermit(value: unknown, path: Path, reader: CellReader): Bound<string> {
  const text = String(value)
  const binding = /^\$\{([^{}]+)\}$/.exec(text)?.[1]
  if (binding !== undefined) return { binding }
  if (!/^0x[0-9a-fA-F]{64}$/.test(text)) {
    reader.problem(path, `"${text}" is no permit`, 'bind a preview with `as` and write ${name}')
  }
  return text
}

function readPrice(members: Members, path: Path, reader: CellReader): StepAction {
  const { age, source, decimals, ...prices } = members
  if (Object.keys(prices).length === 0) {
    reader.problem(path, 'a price step names no token', 'write { WETH: 2100 }', true)
  }
  return {
    kind: 'price',
    prices: readPrices(prices, path, reader),
    ...(age === undefined ? {} : { ageMs: reader.durationSeconds(age, [...path, 'age']) * 1_000 }),
    ...(decimals === undefined ? {} : { decimals: readDecimals(decimals, [...path, 'decimals'], reader) }),
    ...(source === undefined
      ? {}
      : { source: reader.choose([...path, 'source'], 'source of a price', source, PRICE_SOURCES) }),
  }
}

function readDecimals(value: unknown, path: Path, reader: CellReader): number {
  const isUnit = Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 36
  if (!isUnit) reader.problem(path, `"${value}" is no number of decimals`, 'write 18')
  return isUnit ? Number(value) : 0
}

const readPrices = (prices: Members, path: Path, reader: CellReader) =>
  Object.entries(prices).map(([symbol, usd]) => {
    const text = String(usd).replace(/\s*USD$/, '')
    // A feed that answers zero is one that answers nothing that can be used.
    const answer = text === 'none' ? '0' : text
    if (!PRICE.test(answer)) {
      const hint = 'write US dollars with at most 8 decimals, or none'
      reader.problem([...path, symbol], `"${text}" is no price`, hint)
    }
    return { token: reader.token(symbol, [...path, symbol]).symbol, usd: answer }
  })

function readTrade(members: Members, path: Path, reader: CellReader): TradeOrder {
  const at = (member: string) => [...path, member]
  const actors = Object.keys(reader.catalogue.actors)
  const tokenIn = reader.tokenName(members.tokenIn, at('tokenIn'))
  const { token, baseUnits } = reader.amount(members.amountIn, at('amountIn'))
  if (token !== tokenIn && !isAddress(tokenIn)) {
    reader.problem(at('amountIn'), `expected an amount in ${tokenIn}, found ${token}`, 'sell what you name')
  }
  return {
    actor: reader.choose(at('actor'), 'actor', members.actor, actors) as ActorName,
    tokenIn,
    tokenOut: reader.tokenName(members.tokenOut, at('tokenOut')),
    amountInBaseUnits: baseUnits,
  }
}

function readAnswerLies(
  members: Members,
  path: Path,
  reader: CellReader,
): Extract<StepAction, { kind: 'lie' }>['answers'] {
  const { receipts, effects, noncesAhead, withdrawn } = members
  const taken = withdrawn === undefined ? undefined : reader.amount(withdrawn, [...path, 'withdrawn'])
  return {
    ...(receipts === 'reverted' ? { reverts: true } : {}),
    ...(receipts === 'hidden' ? { hidesReceipts: true } : {}),
    ...(effects === undefined ? {} : { movesNothing: true }),
    ...(noncesAhead === undefined ? {} : { noncesAhead: noncesAhead as number }),
    ...(taken ? { withdrawn: { token: taken.token, amountBaseUnits: taken.baseUnits } } : {}),
  }
}

function readContract(value: unknown, path: Path, reader: CellReader): string {
  const name = String(value)
  const { contracts, tokens } = reader.catalogue
  const known = [...Object.keys(contracts), ...tokens.map(({ symbol }) => symbol), 'cage']
  if (!known.includes(name) && !isAddress(name, { strict: false })) {
    reader.unknown(path, 'contract', name, known)
  }
  return name
}

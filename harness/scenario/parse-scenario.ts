import { type Address, getAddress, isAddress } from 'viem'
import { PI_TOOL_NAMES } from '../../tools/agent/pi-tool.ts'
import { TOOL_ERRORS } from '../../tools/core/errors.ts'
import type { EventKind } from '../../tools/core/events.ts'
import type { Json } from '../../tools/core/json.ts'
import { LAYERS } from '../../tools/core/layers.ts'
import { findSchemaProblems } from '../../tools/core/schema.ts'
import { findNearest } from '../../tools/core/suggest.ts'
import { PROFILES } from '../../tools/profiles/profiles.ts'
import { parseProfile } from '../../tools/profiles/resolve-profile.ts'
import type { Claim } from '../../tools/safety/hooks/hook.ts'
import { ACTION_CLASSES, PHASE_ALIASES, PHASES, type Phase, parsePhase } from '../../tools/safety/phases.ts'
import type { StageSetup } from '../run/open-stage.ts'
import type { GuardianMode } from '../run/session.ts'
import type {
  AccountRef,
  AmountCheck,
  Bound,
  Expectations,
  Scenario,
  Step,
  StepAction,
  TamperField,
} from './scenario.ts'
import { ScenarioFileSchema, STEP_MEMBERS } from './scenario-schema.ts'
import { parseDecimal, parseDurationMs, splitAmount } from './units.ts'
import { type Place, readYaml, type YamlSource } from './yaml-source.ts'

/** One thing that is wrong with a scenario file. */
export interface Problem extends Place {
  readonly path: string
  readonly message: string
  readonly hint: string
  readonly frame: string
}

/** What scenario files may name. */
export interface ScenarioCatalogue {
  readonly tools: readonly { readonly name: string; readonly capability: string }[]
  readonly actionKinds: readonly string[]
  readonly tokens: readonly {
    readonly symbol: string
    readonly decimals: number
    readonly address?: Address
  }[]
  readonly actors: Readonly<Record<string, Address>>
  /** Contracts by the names that steps may use. */
  readonly contracts: Readonly<Record<string, Address>>
}

const GUARDIAN_MODES: readonly GuardianMode[] = ['on', 'off', 'down', 'refuses', 'wrong-key']
const TAMPER_FIELDS: readonly TamperField[] = [
  'value',
  'target',
  'data',
  'gasLimit',
  'nonce',
  'deadline',
  'expectation',
  'policyVersion',
  'phaseEpoch',
  'issued',
]
const PERMIT_STATES = ['pending', 'committing', 'committed', 'cancelled', 'expired', 'failed']
const EVENT_KINDS: readonly EventKind[] = [
  'tool:start',
  'tool:update',
  'tool:end',
  'tool:error',
  'ToolCallAttempt',
  'hook:verdict',
  'permit:state',
  'denied',
  'phase:change',
  'tx:sent',
  'tx:mined',
  'halt:latched',
  'capability:gated',
]
/** Keys of parameters that hold an address, for which a name may stand. */
const ADDRESS_KEYS = /^(recipient|spender|account|owner|to|from|address|target|pool)$/
const REFERENCE = /\$\{([^}]*)\}/g
const NORMAL_BASE_FEE_WEI = 1_000_000_000n
const MAX_CELLS = 1_000

type Path = readonly (string | number)[]
type Members = Readonly<Record<string, unknown>>

/**
 * Parse a scenario file into its cells, or say everything that is wrong with it. Nothing is run.
 *
 * @example parseScenarioFile(readFileSync(path, 'utf8'), path, catalogue)
 */
export function parseScenarioFile(
  text: string,
  path: string,
  catalogue: ScenarioCatalogue,
): { readonly scenarios: readonly Scenario[] } | { readonly problems: readonly Problem[] } {
  const source = readYaml(text)
  const problems: Problem[] = []
  const add = (place: Place, message: string, hint: string) => {
    const known = problems.some(
      (other) => other.line === place.line && other.column === place.column && other.message === message,
    )
    if (!known) problems.push({ path, ...place, message, hint, frame: source.frame(place) })
  }
  for (const { message, ...place } of source.syntaxErrors) {
    add(place, message, 'correct the YAML syntax')
  }
  if (problems.length > 0) return { problems }
  const file = source.value
  if (file === null || typeof file !== 'object' || Array.isArray(file)) {
    add(
      { line: 1, column: 1 },
      'expected a scenario with name and steps, found something else',
      'see AGENTS.md',
    )
    return { problems }
  }
  checkShape(file, source, add)
  if (problems.length > 0) return { problems: sortProblems(problems) }
  const cells = expandMatrix((file as Members).matrix as Record<string, readonly unknown[]> | undefined)
  if (cells.length > MAX_CELLS) {
    add(
      source.place(['matrix'], true),
      `the matrix has ${cells.length} cells, at most ${MAX_CELLS}`,
      'drop values',
    )
    return { problems }
  }
  const scenarios = cells.map((cell) => new CellParser(source, catalogue, add, cell).parse(file as Members))
  return problems.length > 0 ? { problems: sortProblems(problems) } : { scenarios }
}

type AddProblem = (place: Place, message: string, hint: string) => void

const sortProblems = (problems: readonly Problem[]) =>
  [...problems].sort((a, b) => a.line - b.line || a.column - b.column)

/** Every key that the language has anywhere, to suggest the nearest. */
const ROOT_KEYS = Object.keys(ScenarioFileSchema.properties)
const STEP_KEYS = ['name', 'as', 'expect', ...Object.keys(STEP_MEMBERS)]
const EXPECT_KEYS = Object.keys(
  (ScenarioFileSchema.properties.steps.items.properties.expect as { properties: object }).properties,
)

function checkShape(file: unknown, source: YamlSource, add: AddProblem): void {
  for (const { path: pointer, message, unknownKeys } of findSchemaProblems(ScenarioFileSchema, file)) {
    const path = pointer
      .split('/')
      .slice(1)
      .filter((segment) => segment !== '')
    if (unknownKeys) {
      for (const key of unknownKeys) {
        const at =
          path.length === 0
            ? ROOT_KEYS
            : path.at(-1) === 'expect'
              ? EXPECT_KEYS
              : path.length === 2
                ? STEP_KEYS
                : keysAt(path)
        const nearest = findNearest(key, at)
        add(
          source.place([...path, key], true),
          `unknown key "${key}"`,
          nearest ? `did you mean "${nearest}"?` : `known here: ${at.join(', ') || 'none'}`,
        )
      }
    } else add(source.place(path), `${path.join('.') || 'the file'} ${message}`, 'correct the value')
  }
}

function keysAt(path: readonly string[]): string[] {
  let schema: unknown = ScenarioFileSchema
  for (const segment of path) {
    const { properties, items } = schema as { properties?: Record<string, unknown>; items?: unknown }
    schema = properties?.[segment] ?? items
    if (schema === undefined) return []
  }
  return Object.keys((schema as { properties?: object }).properties ?? {})
}

function expandMatrix(matrix: Record<string, readonly unknown[]> | undefined): Record<string, unknown>[] {
  let cells: Record<string, unknown>[] = [{}]
  for (const [name, values] of Object.entries(matrix ?? {})) {
    cells = cells.flatMap((cell) => values.map((value) => ({ ...cell, [name]: value })))
  }
  return cells
}

/** Parses one cell: every `${name}` of the matrix is filled in, every name and unit is resolved. */
class CellParser {
  readonly #source: YamlSource
  readonly #catalogue: ScenarioCatalogue
  readonly #add: AddProblem
  readonly #cell: Readonly<Record<string, unknown>>
  readonly #bound = new Set<string>()

  constructor(
    source: YamlSource,
    catalogue: ScenarioCatalogue,
    add: AddProblem,
    cell: Readonly<Record<string, unknown>>,
  ) {
    this.#source = source
    this.#catalogue = catalogue
    this.#add = add
    this.#cell = cell
  }

  parse(file: Members): Scenario {
    const setup = this.#parseSetup(file)
    const steps = (file.steps as readonly Members[]).map((step, index) =>
      this.#parseStep(step, ['steps', index]),
    )
    return {
      name: String(this.#fill(file.name, ['name'])),
      ...(file.description === undefined ? {} : { description: String(file.description) }),
      tags: (file.tags as readonly string[] | undefined) ?? [],
      matrix: Object.fromEntries(Object.entries(this.#cell).map(([name, value]) => [name, String(value)])),
      setup,
      steps,
    }
  }

  #problem(path: Path, message: string, hint: string, atKey = false): void {
    this.#add(this.#source.place(path, atKey), message, hint)
  }

  /** Report an unknown name with the nearest known one. */
  #unknown(path: Path, what: string, name: string, known: readonly string[]): void {
    const nearest = findNearest(name, known)
    this.#problem(
      path,
      `unknown ${what} "${name}"`,
      nearest ? `did you mean "${nearest}"?` : `known: ${known.join(', ')}`,
    )
  }

  #choose<Name extends string>(
    path: Path,
    what: string,
    value: unknown,
    known: readonly Name[],
    fallback: Name,
  ): Name {
    if (value === undefined) return fallback
    // YAML 1.2 reads on and off as text; true and false are not meant.
    const name = String(this.#fill(value, path))
    if ((known as readonly string[]).includes(name)) return name as Name
    this.#unknown(path, what, name, known)
    return fallback
  }

  /** Fill matrix values into a value; what is bound by a step, and addresses, stay for later. */
  #fill(value: unknown, path: Path): unknown {
    if (typeof value === 'string') {
      const whole = /^\$\{([^}]*)\}$/.exec(value)
      if (whole && Object.hasOwn(this.#cell, whole[1] as string)) return this.#cell[whole[1] as string]
      return value.replaceAll(REFERENCE, (reference, name: string) => {
        if (Object.hasOwn(this.#cell, name)) return String(this.#cell[name])
        if (this.#bound.has(name) || this.#addressOf(name) !== undefined || name === 'cage') return reference
        const known = [
          ...Object.keys(this.#cell),
          ...this.#bound,
          'cage',
          ...Object.keys(this.#catalogue.actors),
        ]
        this.#unknown(path, 'reference', name, known)
        return reference
      })
    }
    if (Array.isArray(value)) return value.map((member, index) => this.#fill(member, [...path, index]))
    if (value !== null && typeof value === 'object') {
      return Object.fromEntries(
        Object.entries(value).map(([key, member]) => [key, this.#fill(member, [...path, key])]),
      )
    }
    return value
  }

  #addressOf(name: string): Address | undefined {
    const { actors, contracts } = this.#catalogue
    return Object.hasOwn(actors, name)
      ? actors[name]
      : Object.hasOwn(contracts, name)
        ? contracts[name]
        : undefined
  }

  #duration(value: unknown, path: Path): number {
    const text = String(this.#fill(value, path))
    const ms = parseDurationMs(text)
    if (ms === undefined)
      this.#problem(path, `"${text}" is no duration`, 'write for example 60s, 59.999s, 10m or 24h')
    return ms ?? 0
  }

  #durationSeconds(value: unknown, path: Path): number {
    const ms = this.#duration(value, path)
    if (ms % 1_000 !== 0 || ms < 0) this.#problem(path, 'expected whole seconds', 'write for example 60s')
    return Math.floor(ms / 1_000)
  }

  /** An amount with its token, in base units. */
  #amount(value: unknown, path: Path): { token: string; baseUnits: bigint } {
    const text = String(this.#fill(value, path))
    const parts = splitAmount(text)
    if (parts === undefined) {
      this.#problem(path, `"${text}" is no amount`, 'write for example 500 USDC or 0.25 WETH')
      return { token: 'USDC', baseUnits: 0n }
    }
    const token = this.#token(parts.symbol, path)
    const baseUnits = parseDecimal(parts.decimal, token.decimals)
    if (baseUnits === undefined) {
      this.#problem(
        path,
        `${parts.decimal} has too many decimals`,
        `${token.symbol} has ${token.decimals} decimals`,
      )
    }
    return { token: token.symbol, baseUnits: baseUnits ?? 0n }
  }

  #usdc(value: unknown, path: Path): bigint {
    const { token, baseUnits } = this.#amount(value, path)
    if (token !== 'USDC')
      this.#problem(path, `expected an amount in USDC, found ${token}`, 'limits count in USDC')
    return baseUnits
  }

  #token(symbol: string, path: Path): { symbol: string; decimals: number } {
    const { tokens } = this.#catalogue
    const known = tokens.find((token) => token.symbol.toUpperCase() === symbol.toUpperCase())
    if (known) return known
    this.#unknown(
      path,
      'token',
      symbol,
      tokens.map((token) => token.symbol),
    )
    return { symbol, decimals: 18 }
  }

  #tokenName(value: unknown, path: Path): string {
    const name = String(this.#fill(value, path))
    return isAddress(name, { strict: false }) ? getAddress(name) : this.#token(name, path).symbol
  }

  #account(value: unknown, path: Path): AccountRef {
    const name = String(this.#fill(value, path)).replace(/^\$\{(\w+)\}$/, '$1')
    if (name === 'cage') return 'cage'
    if (isAddress(name, { strict: false })) return getAddress(name)
    if (Object.hasOwn(this.#catalogue.actors, name)) return name as AccountRef
    const contract = this.#catalogue.contracts[name]
    if (contract !== undefined) return contract
    this.#unknown(path, 'account', name, [...Object.keys(this.#catalogue.actors), 'cage'])
    return 'cage'
  }

  #accounts(value: unknown, path: Path): Address[] {
    return (value as readonly unknown[]).map((entry, index) => {
      const account = this.#account(entry, [...path, index])
      if (isAddress(account)) return account
      if (account === 'cage') {
        this.#problem([...path, index], 'the cage cannot be a recipient', 'name an actor or an address')
      }
      return this.#catalogue.actors[account] ?? ('0x' as Address)
    })
  }

  #parseSetup(file: Members): StageSetup {
    const profile = String(this.#fill(file.profile ?? 'trader', ['profile']))
    const parsed = parseProfile(profile)
    if ('unknown' in parsed) this.#unknown(['profile'], 'profile', parsed.unknown, Object.keys(PROFILES))
    const limits = (file.limits ?? {}) as Members
    const policy = (file.policy ?? {}) as Members
    const limit = (key: string, fallback: bigint) =>
      limits[key] === undefined ? fallback : this.#usdc(limits[key], ['limits', key])
    const perTransactionUsdc = limit('perTransaction', 20_000_000_000n)
    const perDayUsdc = limit('perDay', 100_000_000_000n)
    const hotLaneUsdc = limit('hotLane', 5_000_000_000n)
    const rateLimit = policy.rateLimit as { maxCalls: number; window: unknown } | undefined
    const at = (key: string) => ['policy', key]
    const choices = {
      limits: { perTransactionUsdc, perDayUsdc, hotLaneUsdc },
      ...(policy.permitTtl === undefined
        ? {}
        : { permitTtlSeconds: this.#durationSeconds(policy.permitTtl, at('permitTtl')) }),
      ...(rateLimit === undefined
        ? {}
        : {
            rateLimit: {
              maxCalls: rateLimit.maxCalls,
              windowSeconds: this.#durationSeconds(rateLimit.window, ['policy', 'rateLimit', 'window']),
            },
          }),
      ...(policy.maxClockSkew === undefined
        ? {}
        : { maxClockSkewSeconds: this.#durationSeconds(policy.maxClockSkew, at('maxClockSkew')) }),
      ...(policy.phaseDwell === undefined
        ? {}
        : { phaseDwellSeconds: this.#durationSeconds(policy.phaseDwell, at('phaseDwell')) }),
      ...(policy.recipients === undefined
        ? {}
        : { recipients: this.#accounts(policy.recipients, at('recipients')) }),
    }
    const cage = this.#parseCage(policy.cage as Members | undefined)
    const gas = this.#choose(['gas'], 'gas setting', file.gas, ['free', 'normal'], 'free')
    return {
      profile,
      ...(file.protocols === undefined ? {} : { protocols: file.protocols as readonly string[] }),
      phase: this.#phase(file.phase ?? 'thriving', ['phase']),
      guardian: this.#choose(['guardian'], 'guardian setting', file.guardian, GUARDIAN_MODES, 'on'),
      hasSigner: this.#choose(['signer'], 'signer setting', file.signer, ['on', 'off'], 'on') === 'on',
      baseFeeWei: gas === 'normal' ? NORMAL_BASE_FEE_WEI : 0n,
      store: this.#choose(['store'], 'store', file.store, ['memory', 'file'] as const, 'memory'),
      choices,
      ...(cage === undefined ? {} : { cage }),
    }
  }

  #parseCage(cage: Members | undefined): StageSetup['cage'] {
    if (cage === undefined) return undefined
    const at = (key: string) => ['policy', 'cage', key]
    const capsUsdc = new Map<Address, bigint>()
    for (const [symbol, cap] of Object.entries((cage.positionCaps ?? {}) as Members)) {
      const path = [...at('positionCaps'), symbol]
      const token = this.#catalogue.tokens.find((known) => known.symbol === this.#token(symbol, path).symbol)
      if (token?.address) capsUsdc.set(token.address, this.#usdc(cap, path))
    }
    return {
      capsUsdc,
      ...(cage.maxDrawdownBps === undefined ? {} : { maxDrawdownBps: cage.maxDrawdownBps as number }),
      ...(cage.minRebalanceInterval === undefined
        ? {}
        : {
            minRebalanceIntervalSeconds: this.#durationSeconds(
              cage.minRebalanceInterval,
              at('minRebalanceInterval'),
            ),
          }),
      ...(cage.windowSpend === undefined
        ? {}
        : { windowSpendCapUsdc: this.#usdc(cage.windowSpend, at('windowSpend')) }),
      ...(cage.recipients === undefined
        ? {}
        : { recipients: this.#accounts(cage.recipients, at('recipients')) }),
    }
  }

  #phase(value: unknown, path: Path): Phase {
    const name = String(this.#fill(value, path))
    const phase = parsePhase(name)
    if (phase === undefined) this.#unknown(path, 'phase', name, [...PHASES, ...Object.keys(PHASE_ALIASES)])
    return phase ?? 'thriving'
  }

  #parseStep(step: Members, path: Path): Step {
    const kinds = Object.keys(step).filter((key) => Object.hasOwn(STEP_MEMBERS, key))
    const [kind] = kinds
    const isCheck = kinds.length === 0 && step.expect !== undefined
    if (kinds.length > 1 || (kinds.length === 0 && !isCheck)) {
      this.#problem(
        path,
        kinds.length > 1
          ? `a step does one thing, found ${kinds.join(' and ')}`
          : 'a step without anything to do',
        kinds.length > 1
          ? 'write a step for each'
          : `use one of ${Object.keys(STEP_MEMBERS).join(', ')} or expect`,
      )
    }
    const action =
      kind === undefined
        ? ({ kind: 'expect' } as const)
        : this.#parseAction(kind, step[kind], [...path, kind])
    const expect =
      step.expect === undefined ? undefined : this.#parseExpect(step.expect as Members, [...path, 'expect'])
    const as = step.as as string | undefined
    if (as !== undefined) {
      if (!['preview', 'act', 'tool'].includes(action.kind)) {
        this.#problem(
          [...path, 'as'],
          `a ${action.kind} step issues no permit to bind`,
          'bind previews',
          true,
        )
      }
      this.#bound.add(as)
    }
    return {
      line: this.#source.place(path).line,
      title: step.name === undefined ? renderTitle(action) : String(this.#fill(step.name, [...path, 'name'])),
      action,
      ...(as === undefined ? {} : { as }),
      ...(expect === undefined ? {} : { expect }),
    }
  }

  #permit(value: unknown, path: Path): Bound<string> {
    const text = String(this.#fill(value, path))
    const binding = /^\$\{(\w+)\}$/.exec(text)?.[1]
    return binding === undefined ? text : { binding }
  }

  #parseAction(kind: string, value: unknown, path: Path): StepAction {
    const members = value as Members
    switch (kind) {
      case 'preview':
      case 'act': {
        const { kind: named, claims, ...params } = members
        const action = String(this.#fill(named ?? '', [...path, 'kind']))
        if (named === undefined) {
          this.#problem(path, `${kind} names no action kind`, `write kind: ${this.#catalogue.actionKinds[0]}`)
        } else if (!this.#catalogue.actionKinds.includes(action)) {
          this.#unknown([...path, 'kind'], 'action kind', action, this.#catalogue.actionKinds)
        }
        return { kind, action, params: this.#params(params, path), claims: this.#claims(claims, path) }
      }
      case 'commit':
      case 'cancel':
        return { kind, permit: this.#permit(value, path) }
      case 'query': {
        const { tool, ...params } = members
        const readTools = this.#catalogue.tools.filter(({ capability }) => capability === 'read')
        return {
          kind,
          tool: this.#toolName(tool, path, 'tool', readTools),
          params: this.#params(params, path),
        }
      }
      case 'tool': {
        const { name, ...params } = members
        return {
          kind,
          tool: this.#toolName(name, path, 'name', this.#catalogue.tools),
          params: this.#params(params, path),
        }
      }
      case 'call': {
        const tool = String(this.#fill(members.tool, [...path, 'tool']))
        if (!(PI_TOOL_NAMES as readonly string[]).includes(tool)) {
          this.#unknown([...path, 'tool'], 'Pi tool', tool, PI_TOOL_NAMES)
        }
        return { kind, tool, args: this.#fill(members.args ?? {}, [...path, 'args']) as Json }
      }
      case 'halt':
        return { kind, reason: String(value) }
      case 'advance': {
        const ms = this.#duration(value, path)
        if (ms < 0) this.#problem(path, 'time only moves forward', 'use skew to set the wall clock back')
        return { kind, ms }
      }
      case 'skew':
        return { kind, wallMs: this.#duration(members.wall, [...path, 'wall']) }
      case 'price': {
        const { age, ...prices } = members
        return {
          kind,
          prices: Object.entries(prices).map(([symbol, usd]) => {
            const text = String(this.#fill(usd, [...path, symbol])).replace(/\s*USD$/, '')
            if (!/^-?\d+(\.\d{1,8})?$/.test(text)) {
              this.#problem(
                [...path, symbol],
                `"${text}" is no price`,
                'write US dollars with at most 8 decimals',
              )
            }
            return { token: this.#token(symbol, [...path, symbol]).symbol, usd: text }
          }),
          ...(age === undefined ? {} : { ageMs: this.#duration(age, [...path, 'age']) }),
        }
      }
      case 'trade': {
        const tokenIn = this.#tokenName(members.tokenIn, [...path, 'tokenIn'])
        const { token, baseUnits } = this.#amount(members.amountIn, [...path, 'amountIn'])
        if (token !== tokenIn) {
          this.#problem(
            [...path, 'amountIn'],
            `expected an amount in ${tokenIn}, found ${token}`,
            'sell what you name',
          )
        }
        const actor = this.#account(members.actor, [...path, 'actor'])
        if (!Object.hasOwn(this.#catalogue.actors, actor)) {
          this.#problem([...path, 'actor'], 'only actors trade', 'name an actor')
        }
        return {
          kind,
          actor: actor as Exclude<AccountRef, 'cage' | Address>,
          tokenIn,
          tokenOut: this.#tokenName(members.tokenOut, [...path, 'tokenOut']),
          amountInBaseUnits: baseUnits,
        }
      }
      case 'transfer': {
        const { token, baseUnits } = this.#amount(members.amount, [...path, 'amount'])
        return {
          kind,
          from: this.#account(members.from, [...path, 'from']),
          to: this.#account(members.to, [...path, 'to']),
          token,
          amountBaseUnits: baseUnits,
        }
      }
      case 'phase':
        return { kind, phase: this.#phase(value, path) }
      case 'mine':
        return { kind, blocks: value as number }
      case 'restart':
        return { kind }
      case 'tamper':
        return {
          kind,
          permit: this.#permit(members.permit, [...path, 'permit']),
          field: this.#choose([...path, 'field'], 'field', members.field, TAMPER_FIELDS, 'value'),
        }
      default:
        return {
          kind: 'code',
          at: this.#contract(members.at, [...path, 'at']),
          code: this.#bytes(members.set, [...path, 'set']),
        }
    }
  }

  #contract(value: unknown, path: Path): string {
    const name = String(this.#fill(value, path))
    const known = [
      ...Object.keys(this.#catalogue.contracts),
      ...this.#catalogue.tokens.map(({ symbol }) => symbol),
      'cage',
    ]
    if (!known.includes(name) && !isAddress(name, { strict: false }))
      this.#unknown(path, 'contract', name, known)
    return name
  }

  #bytes(value: unknown, path: Path): `0x${string}` {
    const text = String(value)
    if (!/^0x([0-9a-fA-F]{2})*$/.test(text))
      this.#problem(path, `"${text}" is no hex`, 'write whole bytes after 0x')
    return text as `0x${string}`
  }

  #toolName(value: unknown, path: Path, key: string, known: ScenarioCatalogue['tools']): string {
    const name = String(this.#fill(value ?? '', [...path, key]))
    const names = known.map((tool) => tool.name)
    if (value === undefined) this.#problem(path, `no ${key} of a tool`, `write ${key}: ${names[0]}`)
    else if (!names.includes(name)) this.#unknown([...path, key], 'tool', name, names)
    return name
  }

  #claims(value: unknown, path: Path): Claim[] {
    if (value === undefined) return []
    if (!Array.isArray(value)) {
      this.#problem(
        [...path, 'claims'],
        'expected a list of claims',
        'write - { subject: balance, token: USDC, value: … }',
      )
      return []
    }
    return value.map((claim: Members, index) => {
      const at = [...path, 'claims', index]
      const filled = this.#fill(claim, at) as Members
      return { ...filled, value: String(filled.value) } as unknown as Claim
    })
  }

  /** Parameters of a tool: amounts with a symbol become base units, names become addresses. */
  #params(params: Members, path: Path): Json {
    const out: Record<string, Json> = {}
    for (const [key, value] of Object.entries(params)) {
      const at = [...path, key]
      const filled = this.#fill(value, at)
      if (
        typeof filled === 'string' &&
        splitAmount(filled) &&
        !/(name|text|reason|query|description)$/i.test(key)
      ) {
        out[`${key}BaseUnits`] = this.#amount(filled, at).baseUnits.toString()
      } else if (/BaseUnits$/.test(key) && typeof filled === 'number') {
        this.#problem(
          at,
          'amounts are text',
          `write "${filled}", or an amount such as 500 USDC under ${key.replace('BaseUnits', '')}`,
        )
      } else if (ADDRESS_KEYS.test(key) && typeof filled === 'string') {
        const name = filled.replace(/^\$\{(\w+)\}$/, '$1')
        out[key] = name === 'cage' ? '${cage}' : (this.#addressOf(name) ?? filled)
      } else out[key] = filled as Json
    }
    return out
  }

  #parseExpect(expect: Members, path: Path): Expectations {
    const { if: condition, then: whenTrue, else: whenFalse, ...rest } = expect
    const base = this.#expectations(rest, path)
    if (condition === undefined) {
      if (whenTrue !== undefined || whenFalse !== undefined) {
        this.#problem(path, 'then and else need an if', 'write if: ${name} < value')
      }
      return base
    }
    const holds = this.#condition(condition, [...path, 'if'])
    const branches = [
      this.#expectations((whenTrue ?? {}) as Members, [...path, 'then']),
      this.#expectations((whenFalse ?? {}) as Members, [...path, 'else']),
    ]
    return { ...base, ...(holds ? branches[0] : branches[1]) }
  }

  #condition(value: unknown, path: Path): boolean {
    const text = String(this.#fill(value, path))
    const match = /^(.+?)\s*(<=|>=|==|!=|<|>)\s*(.+)$/.exec(text)
    if (match === null) {
      this.#problem(path, `"${text}" is no condition`, 'compare with <, <=, ==, !=, >= or >')
      return false
    }
    const [, left = '', operator, right = ''] = match
    const order = this.#compare(left.trim(), right.trim(), path)
    switch (operator) {
      case '<':
        return order < 0
      case '<=':
        return order <= 0
      case '>':
        return order > 0
      case '>=':
        return order >= 0
      case '==':
        return order === 0
      default:
        return order !== 0
    }
  }

  #compare(left: string, right: string, path: Path): number {
    const durations = [parseDurationMs(left), parseDurationMs(right)] as const
    if (durations[0] !== undefined && durations[1] !== undefined) return durations[0] - durations[1]
    if (splitAmount(left) && splitAmount(right)) {
      const [a, b] = [this.#amount(left, path), this.#amount(right, path)]
      if (a.token !== b.token)
        this.#problem(path, `cannot compare ${a.token} with ${b.token}`, 'use one token')
      return a.baseUnits < b.baseUnits ? -1 : a.baseUnits > b.baseUnits ? 1 : 0
    }
    const numbers = [Number(left), Number(right)] as const
    if (!Number.isNaN(numbers[0]) && !Number.isNaN(numbers[1])) return numbers[0] - numbers[1]
    return left < right ? -1 : left > right ? 1 : 0
  }

  #expectations(expect: Members, path: Path): Expectations {
    const at = (key: string) => [...path, key]
    const out: { -readonly [Key in keyof Expectations]: Expectations[Key] } = {}
    const filled = this.#fill(expect, path) as Members
    if (filled.allowed) out.allowed = true
    if (filled.committed) out.committed = true
    if (filled.denied) out.denied = this.#denial(filled.denied as Members, at('denied'))
    if (filled.error) {
      const { code } = filled.error as { code: string }
      this.#code(code, [...at('error'), 'code'])
      out.error = { code }
    }
    if (filled.class !== undefined) {
      out.actionClass = this.#choose(at('class'), 'action class', filled.class, ACTION_CLASSES, 'read-only')
    }
    if (filled.observed !== undefined) out.observed = this.#observed(filled.observed, at('observed'))
    if (filled.errorBps !== undefined) out.errorBps = filled.errorBps as number
    if (filled.data !== undefined) out.data = filled.data as Readonly<Record<string, Json>>
    if (filled.permit !== undefined) {
      out.permit = this.#choose(at('permit'), 'permit state', filled.permit, PERMIT_STATES, 'pending')
    }
    if (filled.phase !== undefined) out.phase = this.#phase(filled.phase, at('phase'))
    if (filled.spend !== undefined) out.spend = this.#check(filled.spend, 'USDC', at('spend'))
    if (filled.spent !== undefined) out.spent = this.#check(filled.spent, 'USDC', at('spent'))
    if (filled.halted !== undefined) out.halted = filled.halted as boolean
    if (filled.audit !== undefined) out.audit = 'intact'
    if (filled.events !== undefined)
      out.events = this.#events(filled.events as readonly unknown[], at('events'))
    if (filled.balances !== undefined) {
      out.balances = Object.entries(filled.balances as Members).flatMap(([account, tokens]) =>
        Object.entries(tokens as Members).map(([symbol, wanted]) => ({
          account: this.#account(account, [...at('balances'), account]),
          token: this.#token(symbol, [...at('balances'), account, symbol]).symbol,
          check: this.#check(wanted, symbol, [...at('balances'), account, symbol]),
        })),
      )
    }
    if (filled.allowances !== undefined) {
      out.allowances = (filled.allowances as readonly Members[]).map((entry, index) => {
        const where = [...at('allowances'), index]
        const token = this.#tokenName(entry.token, [...where, 'token'])
        const spender = String(entry.spender).replace(/^\$\{(\w+)\}$/, '$1')
        return {
          token,
          spender: this.#addressOf(spender) ?? spender,
          check: this.#check(entry.amount, token, [...where, 'amount']),
        }
      })
    }
    return out
  }

  #denial(denied: Members, path: Path): NonNullable<Expectations['denied']> {
    const layer = denied.layer as string | undefined
    const code = denied.code as string | undefined
    if (layer !== undefined && !(LAYERS as readonly string[]).includes(layer)) {
      this.#unknown([...path, 'layer'], 'layer', layer, LAYERS)
    }
    if (code !== undefined) this.#code(code, [...path, 'code'])
    return { ...(layer === undefined ? {} : { layer }), ...(code === undefined ? {} : { code }) }
  }

  #code(code: string, path: Path): void {
    if (!Object.hasOwn(TOOL_ERRORS, code)) this.#unknown(path, 'error code', code, Object.keys(TOOL_ERRORS))
  }

  #observed(value: unknown, path: Path): NonNullable<Expectations['observed']> {
    if (value === 'unchanged') return 'unchanged'
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      this.#problem(path, 'expected "unchanged" or changes by token', 'write { USDC: -500, WETH: ">0" }')
      return 'unchanged'
    }
    return new Map(
      Object.entries(value).map(([symbol, wanted]) => {
        const token = this.#token(symbol, [...path, symbol]).symbol
        return [token, this.#check(wanted, token, [...path, symbol])]
      }),
    )
  }

  /** A comparison in token units: `-500`, `>0`, `<= 500 USDC`, `~0.166 ±50bps`. */
  #check(value: unknown, symbol: string, path: Path): AmountCheck {
    const text = String(value).trim()
    const match =
      /^(<=|>=|<|>|=|~)?\s*([+-]?\d+(?:\.\d+)?)(?:\s+([A-Za-z]\w*))?(?:\s*±\s*(\d+)\s*bps)?$/.exec(text)
    const bad = (): AmountCheck => {
      this.#problem(path, `"${text}" is no amount to compare with`, 'write -500, ">0" or "~0.166 ±50bps"')
      return { op: '=', value: 0n }
    }
    if (match === null) return bad()
    const [, op = '=', decimal = '0', named, bps] = match
    const token = this.#token(named ?? symbol, path)
    const amount = parseDecimal(decimal, token.decimals)
    if (amount === undefined || (op === '~') !== (bps !== undefined)) return bad()
    return op === '~'
      ? { op, value: amount, toleranceBps: Number(bps) }
      : { op: op as '=' | '<' | '<=' | '>' | '>=', value: amount }
  }

  #events(events: readonly unknown[], path: Path): NonNullable<Expectations['events']> {
    return events.map((event, index) => {
      const { kind, ...fields } = (typeof event === 'string' ? { kind: event } : event) as Members
      const name = String(kind)
      if (!(EVENT_KINDS as readonly string[]).includes(name)) {
        this.#unknown([...path, index], 'event', name, EVENT_KINDS)
      }
      return { kind: name as EventKind, fields: fields as Readonly<Record<string, Json>> }
    })
  }
}

/** Say in one line what a step does. */
function renderTitle(action: StepAction): string {
  switch (action.kind) {
    case 'preview':
    case 'act':
      return `${action.kind} ${action.action} ${renderParams(action.params)}`.trim()
    case 'query':
    case 'tool':
      return `${action.kind} ${action.tool} ${renderParams(action.params)}`.trim()
    case 'call':
      return `call ${action.tool}`
    case 'commit':
    case 'cancel':
      return `${action.kind} ${typeof action.permit === 'string' ? action.permit : action.permit.binding}`
    case 'advance':
      return `advance ${action.ms / 1_000} s`
    case 'skew':
      return `skew the wall clock by ${action.wallMs / 1_000} s`
    case 'price':
      return `price ${action.prices.map(({ token, usd }) => `${token} ${usd}`).join(', ')}${action.ageMs === undefined ? '' : `, ${action.ageMs / 1_000} s old`}`
    case 'trade':
      return `${action.actor} sells ${action.amountInBaseUnits} ${action.tokenIn} for ${action.tokenOut}`
    case 'transfer':
      return `${action.from} sends ${action.amountBaseUnits} ${action.token} to ${action.to}`
    case 'phase':
      return `phase ${action.phase}`
    case 'mine':
      return `mine ${action.blocks}`
    case 'tamper':
      return `tamper with ${action.field}`
    case 'code':
      return `change the code of ${action.at}`
    case 'halt':
      return `halt: ${action.reason}`
    default:
      return action.kind
  }
}

const renderParams = (params: Json): string =>
  params === null || typeof params !== 'object' || Array.isArray(params)
    ? ''
    : Object.entries(params)
        .map(([key, value]) => `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
        .join(', ')

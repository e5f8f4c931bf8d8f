import { type Address, hexToBytes, isAddress, toFunctionSelector, zeroAddress } from 'viem'
import { ALL_ARCHETYPES } from '../../../tools/agent/generated/archetypes.ts'
import { DEV_REGISTRY } from '../../../tools/profiles/dev.ts'
import { PROFILES, parseProfile } from '../../../tools/profiles/profiles.ts'
import { waitsBelowSeconds } from '../../../tools/safety/permit/announcement.ts'
import { PHASE_ALIASES, PHASES, type Phase, parsePhase } from '../../../tools/safety/policy/phases.ts'
import type { Announcement } from '../../../tools/safety/policy/policy.ts'
import { RISK_CLASSES } from '../../../tools/safety/policy/risk-class.ts'
import { DRIVERS } from '../../pi/driver.ts'
import type { StageSetup } from '../../stage/open-stage.ts'
import { SECOND_PROVIDER_MODES } from '../../stage/second-provider.ts'
import type { UntrustedModule } from '../../stage/untrusted-tool.ts'
import type { CageTarget } from '../../world/default-policy.ts'
import { HARMLESS, type HostileTraits } from '../../world/place-hostile-tokens.ts'
import { DEFAULT_POLICY_CHOICES } from '../../world/safety-policy.ts'
import {
  CAPABILITY_FORGERIES,
  GUARDIAN_MODES,
  OWNER_MODES,
  SECRET_LABELS,
  SIGNER_MODES,
} from '../known-names.ts'
import { makeSecret } from '../secret-encodings.ts'
import type { Path } from '../text/matrix.ts'
import { isName } from '../text/name.ts'
import { readTraits } from '../token-traits.ts'
import type { CellReader } from './cell-reader.ts'

type Members = Readonly<Record<string, unknown>>

const ARCHETYPES = ALL_ARCHETYPES.map(({ name }) => name)

/** Base fee of `gas: normal`; with `gas: free` it is zero, so that limits can be met exactly. */
const NORMAL_BASE_FEE_WEI = 1_000_000_000n

/** Read a phase by name or alias. */
export function readPhase(value: unknown, path: Path, reader: CellReader): Phase {
  const phase = parsePhase(String(value))
  if (phase === undefined) {
    reader.unknown(path, 'phase', String(value), [...PHASES, ...Object.keys(PHASE_ALIASES)])
  }
  return phase ?? 'thriving'
}

/** Read what a scenario says of its world and stack; what it does not say keeps the default. */
export function readSetup(file: Members, reader: CellReader): StageSetup {
  const archetype = file.archetype as string | undefined
  if (archetype !== undefined && !ARCHETYPES.includes(archetype)) {
    reader.unknown(['archetype'], 'archetype', archetype, ARCHETYPES)
  }
  // An archetype has tools of its own: only a profile that is named bounds them.
  const profile =
    file.profile === undefined && archetype !== undefined ? undefined : String(file.profile ?? 'trader')
  const parsed = parseProfile(profile ?? 'trader')
  if ('unknown' in parsed) reader.unknown(['profile'], 'profile', parsed.unknown, Object.keys(PROFILES))
  const protocols = file.protocols as readonly string[] | undefined
  const knownProtocols = DEV_REGISTRY.protocols.map(({ id }) => id)
  for (const [index, protocol] of (protocols ?? []).entries()) {
    if (!knownProtocols.includes(protocol)) {
      reader.unknown(['protocols', index], 'protocol', protocol, knownProtocols)
    }
  }
  const choose = <Name extends string>(key: string, known: readonly Name[], fallback: Name): Name =>
    file[key] === undefined ? fallback : reader.choose([key], key, file[key], known)
  const policy = (file.policy ?? {}) as Members
  const { maxLogBlocks, lossyPlaces } = policy
  const cage = readCage(policy.cage as Members | undefined, reader)
  return {
    ...(profile === undefined ? {} : { profile }),
    ...(archetype === undefined ? {} : { archetype }),
    ...(protocols === undefined ? {} : { protocols }),
    phase: readPhase(file.phase ?? 'thriving', ['phase'], reader),
    ...(file.driver === undefined ? {} : { driver: choose('driver', DRIVERS, 'direct') }),
    ...(file.tickLimits === undefined
      ? {}
      : { tickLimits: readTickLimits(file.tickLimits as Members, reader) }),
    ...(file.speculation === true ? { speculates: true } : {}),
    ...(file.heartbeat === undefined
      ? {}
      : { heartbeatMs: reader.durationMs(file.heartbeat, ['heartbeat'], 1) }),
    guardian: choose('guardian', GUARDIAN_MODES, 'on'),
    secondProvider: choose('secondProvider', SECOND_PROVIDER_MODES, 'off'),
    signer: choose('signer', SIGNER_MODES, 'on'),
    lacksSdks: choose('sdks', ['on', 'off'], 'on') === 'off',
    ...(file.capability === undefined
      ? {}
      : { forgery: reader.choose(['capability'], 'capability', file.capability, CAPABILITY_FORGERIES) }),
    owner: choose('owner', OWNER_MODES, 'direct'),
    baseFeeWei: choose('gas', ['free', 'normal'], 'free') === 'normal' ? NORMAL_BASE_FEE_WEI : 0n,
    store: choose('store', ['memory', 'file'] as const, 'memory'),
    choices: readChoices(file, reader),
    ...(file.tokens === undefined ? {} : { tokens: readTokens(file.tokens as Members, reader) }),
    ...(cage === undefined ? {} : { cage }),
    ...(maxLogBlocks === undefined ? {} : { maxLogBlocks: BigInt(maxLogBlocks as number) }),
    ...(lossyPlaces === true ? { lossyPlaces } : {}),
    ...(file.secrets === undefined ? {} : { secrets: readSecrets(file.secrets as Members, reader) }),
    ...(file.untrusted === undefined
      ? {}
      : { untrusted: readUntrusted(file.untrusted as Members, ['untrusted'], reader) }),
  }
}

const readTickLimits = (
  { calls, time }: Members,
  reader: CellReader,
): NonNullable<StageSetup['tickLimits']> => ({
  maxCalls: calls as number,
  maxMs: reader.durationMs(time, ['tickLimits', 'time'], 1),
})

const readSecrets = (secrets: Members, reader: CellReader): StageSetup['secrets'] =>
  Object.entries(secrets).map(([name, taint]) => {
    const path = ['secrets', name]
    if (!isName(name)) {
      reader.problem(path, `"${name}" is no name`, 'use letters and digits, a letter first', true)
    }
    return {
      label: `planted ${name}`,
      bytes: hexToBytes(makeSecret(name)),
      taint: reader.choose(path, 'kind of a secret', taint, SECRET_LABELS),
    }
  })

function readUntrusted(
  { module, reviewed, mayRequest = [], ...bounds }: Members,
  path: Path,
  reader: CellReader,
): UntrustedModule {
  const kinds = mayRequest as readonly string[]
  for (const bound of kinds.length === 0 ? Object.keys(bounds) : []) {
    reader.problem([...path, bound], 'it may ask for nothing that this bounds', 'add mayRequest', true)
  }
  const code = reader.bytes(module, [...path, 'module'])
  const { perRequest = '100 USDC', perDay = '200 USDC', toleranceBps = 100 } = bounds
  return {
    module: code,
    reviewed: reviewed === undefined ? code : reader.bytes(reviewed, [...path, 'reviewed']),
    mayRequest: kinds.map((kind, index) => ({
      kind: reader.choose([...path, 'mayRequest', index], 'action kind', kind, reader.catalogue.actionKinds),
      maxPerRequestUsdc: reader.usdc(perRequest, [...path, 'perRequest']),
      maxPerDayUsdc: reader.usdc(perDay, [...path, 'perDay']),
      maxToleranceBps: toleranceBps as number,
    })),
  }
}

function readChoices(file: Members, reader: CellReader): StageSetup['choices'] {
  const limits = (file.limits ?? {}) as Members
  const policy = (file.policy ?? {}) as Members
  const limit = (key: string, fallback: bigint) =>
    limits[key] === undefined ? fallback : reader.usdc(limits[key], ['limits', key])
  const seconds = (key: string) => reader.durationSeconds(policy[key], ['policy', key])
  const defaults = DEFAULT_POLICY_CHOICES.limits
  const announce = policy.announce as Members | undefined
  const permitTtlSeconds = policy.permitTtl === undefined ? undefined : seconds('permitTtl')
  const rateLimit = policy.rateLimit as { maxCalls: number; window: unknown; perTick?: number } | undefined
  return {
    limits: {
      perTransactionUsdc: limit('perTransaction', defaults.perTransactionUsdc),
      perDayUsdc: limit('perDay', defaults.perDayUsdc),
      hotLaneUsdc: limit('hotLane', defaults.hotLaneUsdc),
    },
    ...(permitTtlSeconds === undefined ? {} : { permitTtlSeconds }),
    ...(policy.maxSignature === undefined ? {} : { maxSignatureSeconds: seconds('maxSignature') }),
    ...(policy.maxClockSkew === undefined ? {} : { maxClockSkewSeconds: seconds('maxClockSkew') }),
    ...(policy.phaseDwell === undefined ? {} : { phaseDwellSeconds: seconds('phaseDwell') }),
    ...(policy.maxPriceDivergenceBps === undefined
      ? {}
      : { maxPriceDivergenceBps: policy.maxPriceDivergenceBps as number }),
    ...(policy.maxToleranceBps === undefined ? {} : { maxToleranceBps: policy.maxToleranceBps as number }),
    ...(policy.sequencerGrace === undefined ? {} : { sequencerGraceSeconds: seconds('sequencerGrace') }),
    ...(policy.guardianTimeout === undefined
      ? {}
      : { guardianTimeoutMs: reader.durationMs(policy.guardianTimeout, ['policy', 'guardianTimeout']) }),
    ...(announce === undefined
      ? {}
      : {
          announce: readAnnounce(
            announce,
            permitTtlSeconds ?? DEFAULT_POLICY_CHOICES.permitTtlSeconds,
            reader,
          ),
        }),
    ...(rateLimit === undefined
      ? {}
      : {
          rateLimit: {
            maxCalls: rateLimit.maxCalls,
            windowSeconds: reader.durationSeconds(rateLimit.window, ['policy', 'rateLimit', 'window'], 1),
            ...(rateLimit.perTick === undefined ? {} : { perTick: rateLimit.perTick }),
          },
        }),
    ...(policy.recipients === undefined
      ? {}
      : { recipients: readRecipients(policy.recipients, ['policy', 'recipients'], reader) }),
    ...(policy.operator === undefined
      ? {}
      : {
          ownTargets: readTargets(policy.operator, ['policy', 'operator'], reader).map(
            ({ target, selectors }) => ({ address: target, selectors: [], operatorSelectors: selectors }),
          ),
        }),
    ...(policy.maxRebaseLossBps === undefined
      ? {}
      : {
          maxRebaseLossBps: readByToken(
            policy.maxRebaseLossBps as Members,
            ['policy', 'maxRebaseLossBps'],
            reader,
            (bps) => bps as number,
          ),
        }),
  }
}

function readAnnounce({ from, wait }: Members, permitTtlSeconds: number, reader: CellReader): Announcement {
  const at = (key: string) => ['policy', 'announce', key]
  const waitSeconds = reader.durationSeconds(wait, at('wait'))
  const below = waitsBelowSeconds(permitTtlSeconds)
  if (below <= 0) {
    const hint = `write a permitTtl of more than ${permitTtlSeconds - below}s`
    reader.problem(['policy', 'announce'], `permits live ${permitTtlSeconds} s: none can wait`, hint, true)
  } else if (waitSeconds >= below) {
    reader.problem(
      at('wait'),
      `expected less than ${below}s, since permits live ${permitTtlSeconds} s, found ${wait}`,
      'write a shorter wait, or a longer permitTtl',
    )
  }
  return { from: reader.choose(at('from'), 'risk class', from, RISK_CLASSES), waitSeconds }
}

/** Read what is said of tokens by symbol; those without an address of their own are reported. */
function readByToken<T>(
  members: Members,
  path: Path,
  reader: CellReader,
  read: (value: unknown, path: Path, decimals: number) => T,
): ReadonlyMap<Address, T> {
  const found = new Map<Address, T>()
  for (const { token, value, path: at } of reader.byToken(members, path)) {
    const { symbol, decimals } = token
    const address = reader.catalogue.tokens.find((known) => known.symbol === symbol)?.address
    const told = read(value, at, decimals)
    if (address !== undefined) found.set(address, told)
    else if (reader.isToken(symbol)) {
      reader.problem(at, `${symbol} is no contract`, 'name its wrapped token', true)
    }
  }
  return found
}

const readTokens = (tokens: Members, reader: CellReader): StageSetup['tokens'] =>
  readByToken(tokens, ['tokens'], reader, (traits, path, decimals) => ({
    decimals,
    ...HARMLESS,
    ...readTraits(traits as Partial<HostileTraits>, path, reader),
  }))

function readCage(cage: Members | undefined, reader: CellReader): StageSetup['cage'] {
  if (cage === undefined) return undefined
  const at = (key: string) => ['policy', 'cage', key]
  return {
    capsUsdc: readByToken((cage.positionCaps ?? {}) as Members, at('positionCaps'), reader, reader.usdc),
    ...(cage.targets === undefined ? {} : { targets: readTargets(cage.targets, at('targets'), reader) }),
    ...(cage.maxDrawdownBps === undefined ? {} : { maxDrawdownBps: cage.maxDrawdownBps as number }),
    ...(cage.minRebalanceInterval === undefined
      ? {}
      : {
          minRebalanceIntervalSeconds: reader.durationSeconds(
            cage.minRebalanceInterval,
            at('minRebalanceInterval'),
          ),
        }),
    ...(cage.windowSpend === undefined
      ? {}
      : { windowSpendCapUsdc: reader.usdc(cage.windowSpend, at('windowSpend')) }),
    ...(cage.hotLane === undefined ? {} : { hotLaneUsdc: reader.usdc(cage.hotLane, at('hotLane')) }),
    ...(cage.windowLoss === undefined
      ? {}
      : { windowLossCapUsdc: reader.usdc(cage.windowLoss, at('windowLoss')) }),
    ...(cage.recipients === undefined
      ? {}
      : { recipients: readRecipients(cage.recipients, at('recipients'), reader) }),
  }
}

function readRecipients(value: unknown, path: Path, reader: CellReader): Address[] {
  return (value as readonly unknown[]).flatMap((entry, index) => {
    const account = reader.account(entry, [...path, index])
    const address = isAddress(account) ? account : reader.addressOf(account)
    if (address !== undefined) return keepUsable(address, [...path, index], reader)
    if (String(entry) === 'cage') {
      reader.problem([...path, index], 'the cage cannot be a recipient', 'name an actor or an address')
    }
    return []
  })
}

/** Keep an address unless it is that of nothing. */
function keepUsable(address: Address, path: Path, reader: CellReader): Address[] {
  if (address !== zeroAddress) return [address]
  reader.problem(path, 'the zero address is nobody', 'name an actor, a contract or another address')
  return []
}

function readTargets(value: unknown, path: Path, reader: CellReader): readonly CageTarget[] {
  return (value as readonly { target: string; functions: readonly string[] }[]).map((entry, index) => {
    const at = [...path, index]
    const address = reader.addressOf(entry.target) ?? entry.target
    if (!isAddress(address, { strict: false })) {
      reader.unknown([...at, 'target'], 'contract', entry.target, Object.keys(reader.catalogue.contracts))
      return { target: zeroAddress, selectors: [] }
    }
    keepUsable(address, [...at, 'target'], reader)
    const selectors = entry.functions.flatMap((signature, position) => {
      try {
        return [toFunctionSelector(`function ${signature}`)]
      } catch {
        reader.problem([...at, 'functions', position], `"${signature}" is no signature`, 'write f(uint256)')
        return []
      }
    })
    return { target: address, selectors }
  })
}

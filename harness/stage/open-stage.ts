import type { Address } from 'viem'
import type { TickLimits } from '../../tools/agent/tick-budget.ts'
import { createChainReader } from '../../tools/core/chain-reader.ts'
import type { Tool } from '../../tools/core/tool-def.ts'
import type { Phase } from '../../tools/safety/policy/phases.ts'
import type { Secret } from '../../tools/safety/taint/secrets.ts'
import type { SandboxedToolRegistration } from '../../tools/sandbox/define-sandboxed-tool.ts'
import { createReadClient } from '../chain/viem-client.ts'
import type { GuardianMode } from '../guardian/guardian-mode.ts'
import type { DriverName } from '../pi/driver.ts'
import { listForOwner } from '../protocols/accounts.ts'
import { ACTORS } from '../world/actors.ts'
import { approveLossyPlaces } from '../world/approve-lossy-places.ts'
import type { CagePolicy, CageTarget } from '../world/default-policy.ts'
import { deployAccount } from '../world/deploy-account.ts'
import { deployCage } from '../world/deploy-cage.ts'
import { deployGate } from '../world/deploy-gate.ts'
import { type HostileTraits, placeHostileTokens } from '../world/place-hostile-tokens.ts'
import { type ContractPins, codeOfChain, readPins } from '../world/read-pins.ts'
import {
  DEFAULT_POLICY_CHOICES,
  deriveSafetyPolicy,
  listOwnTargets,
  type PolicyChoices,
} from '../world/safety-policy.ts'
import { setHotLane } from '../world/set-hot-lane.ts'
import { readAccountMode } from './account-mode.ts'
import type { SetTimer } from './clock.ts'
import type { Environment } from './environment.ts'
import type { CapabilityForgery } from './forge-capability.ts'
import type { SecondProviderMode } from './second-provider.ts'
import type { SignerMode } from './session-signer.ts'
import type { OwnerMode } from './sign-approval.ts'
import { createStage, type Stage } from './stage.ts'
import type { StageAgent, StageOptions } from './stage-options.ts'
import { registerUntrustedTool, type UntrustedModule } from './untrusted-tool.ts'

/** Salts of the contract accounts of one scenario. */
const OPERATOR_SALT = 1n
const OWNER_SALT = 2n

/** What a scenario or a property says of its world and stack; everything has a default. */
export interface StageSetup {
  readonly profile?: string
  /** The archetype that the agent plays; a profile then bounds it. */
  readonly archetype?: string
  readonly agent?: StageAgent
  readonly protocols?: readonly string[]
  readonly phase?: Phase
  readonly guardian?: GuardianMode
  readonly secondProvider?: SecondProviderMode
  readonly signer?: SignerMode
  /** Set where the stack has no SDKs of protocols beside it. */
  readonly lacksSdks?: boolean
  readonly owner?: OwnerMode
  /** What custody gets in place of the capabilities that are minted. */
  readonly forgery?: CapabilityForgery
  readonly baseFeeWei?: bigint
  readonly store?: 'memory' | 'file'
  /** Whether blocks can be taken away again. */
  readonly keepsBlocks?: boolean
  /** Whether the fork has kept nothing of its origin that scenarios before fetched. */
  readonly startsCold?: boolean
  readonly untrustedTools?: readonly SandboxedToolRegistration[]
  /** The module of one more untrusted tool. */
  readonly untrusted?: UntrustedModule
  /** Every tool there is; all of Assay's by default. */
  readonly catalogue?: readonly Tool[]
  /** The owner's strategy, which is confidential. */
  readonly strategy?: string
  /** Secrets of the process besides its keys. */
  readonly secrets?: readonly Secret[]
  readonly choices?: Partial<PolicyChoices>
  /** Who makes the agent's calls; the dispatcher by default. */
  readonly driver?: DriverName
  /** What the model may do in one tick; as much as it likes by default. */
  readonly tickLimits?: TickLimits
  /** Whether likely reads are made ahead of the model; by default they are not. */
  readonly speculates?: boolean
  /** Time after which the next tick begins by itself; by default it begins where a step says so. */
  readonly heartbeatMs?: number
  /** Tokens whose code is a hostile one from the start: the policy was reviewed with it. */
  readonly tokens?: ReadonlyMap<Address, HostileTraits>
  /** Most blocks of which the stack asks for a log at once. */
  readonly maxLogBlocks?: bigint
  /** Whether the owner approves places whose end may pay less than it counts for. */
  readonly lossyPlaces?: boolean
  /** Changes of the cage's default policy; with any, the scenario gets a cage of its own. */
  readonly cage?: Partial<
    Pick<
      CagePolicy,
      | 'maxDrawdownBps'
      | 'minRebalanceIntervalSeconds'
      | 'windowSpendCapUsdc'
      | 'windowLossCapUsdc'
      | 'hotLaneUsdc'
      | 'recipients'
    >
  > & {
    readonly capsUsdc?: ReadonlyMap<Address, bigint>
    /** Functions to allow on top of the default ones. */
    readonly targets?: readonly CageTarget[]
  }
}

/** Reset the fork and open a stage on it; beside another one it is a further chain of the same agent. */
export async function openStage(
  environment: Environment,
  setup: StageSetup,
  seed: string,
  setTimer: SetTimer,
  beside?: Stage,
): Promise<Stage> {
  await environment.reset({ isCold: setup.startsCold })
  const { capsUsdc, targets = [], ...changes } = setup.cage ?? {}
  const pins = await placeTokens(environment, setup.tokens)
  const signer = setup.signer ?? 'on'
  const { fork, capital, book } = environment
  let base = environment.cagePolicy
  const account = readAccountMode(signer)
  if (account) {
    base = { ...base, operator: await deployAccount(fork, book, account.protocol, OPERATOR_SALT) }
  }
  const { owner = 'direct' } = setup
  const ownerAccount = owner === 'direct' || owner === 'key' ? undefined : owner
  let approver: Address | undefined
  if (owner !== 'direct') {
    approver = ownerAccount ? await deployAccount(fork, book, ownerAccount, OWNER_SALT) : ACTORS.owner.address
    base = { ...base, owner: await deployGate(fork, approver, capital) }
  }
  const cagePolicy: CagePolicy = {
    ...base,
    // What needs the guardian off chain needs it on chain, unless a scenario tells them apart.
    hotLaneUsdc: setup.choices?.limits?.hotLaneUsdc ?? base.hotLaneUsdc,
    ...changes,
    targets: mergeTargets(base.targets, targets),
    assets: base.assets.map((asset) => ({ ...asset, capUsdc: capsUsdc?.get(asset.token) ?? asset.capUsdc })),
  }
  const cage =
    setup.cage === undefined && base === environment.cagePolicy
      ? environment.fixtures.cage
      : await deployCage(fork, cagePolicy, capital)
  if (cage === environment.fixtures.cage) await setHotLane(fork, cage, cagePolicy)
  if (setup.lossyPlaces) await approveLossyPlaces(fork, cage, book)
  const policy = deriveSafetyPolicy(book, cagePolicy, pins, {
    ...DEFAULT_POLICY_CHOICES,
    recipients: cagePolicy.recipients,
    ownTargets: listOwnTargets(book, cage),
    ...setup.choices,
    logs: {
      firstBlock: environment.firstBlock,
      maxBlocks: setup.maxLogBlocks ?? DEFAULT_POLICY_CHOICES.logs.maxBlocks,
    },
    ...(approver ? { approver } : {}),
    ...listOwnerAccount(ownerAccount, book),
  })
  if (setup.keepsBlocks) fork.keepBlocks()
  const stage = await createStage(
    environment,
    {
      ...describeAgent(setup),
      ...(setup.protocols ? { protocols: setup.protocols } : {}),
      phase: setup.phase ?? 'thriving',
      policy,
      cage,
      guardian: setup.guardian ?? 'on',
      secondProvider: setup.secondProvider ?? 'off',
      signer,
      ...(setup.lacksSdks ? { lacksSdks: true } : {}),
      ...(ownerAccount ? { ownerAccount } : {}),
      ...(setup.forgery ? { forgery: setup.forgery } : {}),
      operator: base.operator,
      baseFeeWei: setup.baseFeeWei ?? 0n,
      ...(setup.driver ? { driver: setup.driver } : {}),
      ...(setup.tickLimits ? { tickLimits: setup.tickLimits } : {}),
      ...(setup.speculates ? { speculates: true } : {}),
      ...(setup.heartbeatMs === undefined ? {} : { heartbeatMs: setup.heartbeatMs }),
      ...(beside ? { beside } : {}),
      ...(setup.store === 'file' && beside === undefined
        ? environment.newStore()
        : { storePath: ':memory:' }),
      seed,
      untrustedTools: [
        ...(setup.untrustedTools ?? []),
        ...(setup.untrusted ? [registerUntrustedTool(setup.untrusted)] : []),
      ],
      ...(setup.catalogue ? { catalogue: setup.catalogue } : {}),
      ...(setup.strategy === undefined ? {} : { strategy: setup.strategy }),
      ...(setup.secrets ? { secrets: setup.secrets } : {}),
    },
    setTimer,
  )
  if (beside) await alignClocks(stage, beside)
  return stage
}

/** Let both chains begin at one time: the one that is behind goes on. */
async function alignClocks(a: Stage, b: Stage): Promise<void> {
  const aheadMs = a.clock.wallMs() - b.clock.wallMs()
  if (aheadMs > 0) await b.clock.advance(aheadMs)
  if (aheadMs < 0) await a.clock.advance(-aheadMs)
}

/** What the owner lists for an account that acts for itself. */
function listOwnerAccount(
  protocol: string | undefined,
  book: Environment['book'],
): Pick<PolicyChoices, 'ownerAccount'> {
  const ownerAccount = protocol === undefined ? undefined : listForOwner(protocol, book)
  return ownerAccount === undefined ? {} : { ownerAccount }
}

/** The agent of a setup; one that says nothing trades. */
function describeAgent({
  profile,
  archetype,
  agent,
}: StageSetup): Pick<StageOptions, 'profile' | 'archetype' | 'agent'> {
  const chosen = profile ?? (archetype === undefined && agent === undefined ? 'trader' : undefined)
  return {
    ...(chosen === undefined ? {} : { profile: chosen }),
    ...(archetype === undefined ? {} : { archetype }),
    ...(agent === undefined ? {} : { agent }),
  }
}

function mergeTargets(base: readonly CageTarget[], added: readonly CageTarget[]): readonly CageTarget[] {
  const merged = new Map(base.map((entry) => [entry.target, entry]))
  for (const { target, selectors } of added) {
    merged.set(target, { target, selectors: [...(merged.get(target)?.selectors ?? []), ...selectors] })
  }
  return [...merged.values()]
}

/** Put hostile tokens in place and answer the pins with theirs among them. */
async function placeTokens(
  { fork, book, oracleRpc, pins }: Environment,
  tokens: StageSetup['tokens'],
): Promise<ContractPins> {
  if (tokens === undefined) return pins
  await placeHostileTokens(fork, tokens)
  const reader = createChainReader(createReadClient(oracleRpc, book.chainId), book.chainId)
  const { codeHashes } = await readPins(codeOfChain(reader), [...tokens.keys()])
  return { ...pins, codeHashes: new Map([...pins.codeHashes, ...codeHashes]) }
}

import type { Address } from 'viem'
import type { ToolDef } from '../../tools/core/tool-def.ts'
import type { Phase } from '../../tools/safety/phases.ts'
import type { Secret } from '../../tools/safety/secrets.ts'
import type { SandboxedToolRegistration } from '../../tools/sandbox/define-sandboxed-tool.ts'
import type { GuardianMode } from '../guardian/scenario-guardian.ts'
import type { CagePolicy } from '../world/default-policy.ts'
import { deployCage } from '../world/deploy-cage.ts'
import type { SetTimer } from './clock.ts'
import type { Environment } from './environment.ts'
import { DEFAULT_POLICY_CHOICES, deriveSafetyPolicy, type PolicyChoices } from './safety-policy.ts'
import { createStage, type Stage } from './stage.ts'
import type { WitnessMode } from './witness.ts'

/** What a scenario or a property says of its world and stack; everything has a default. */
export interface StageSetup {
  readonly profile?: string
  readonly protocols?: readonly string[]
  readonly phase?: Phase
  readonly guardian?: GuardianMode
  readonly hasSigner?: boolean
  readonly witness?: WitnessMode
  readonly baseFeeWei?: bigint
  readonly store?: 'memory' | 'file'
  readonly untrustedTools?: readonly SandboxedToolRegistration[]
  /** Every tool there is; all of Assay's by default. */
  readonly catalogue?: readonly ToolDef[]
  /** The owner's strategy, which is confidential. */
  readonly strategy?: string
  /** Secrets of the process besides its keys. */
  readonly secrets?: readonly Secret[]
  readonly choices?: Partial<PolicyChoices>
  /** Changes of the cage's default policy; with any, the scenario gets a cage of its own. */
  readonly cage?: Partial<
    Pick<
      CagePolicy,
      | 'maxDrawdownBps'
      | 'minRebalanceIntervalSeconds'
      | 'windowSpendCapUsdc'
      | 'windowLossCapUsdc'
      | 'recipients'
    >
  > & {
    readonly capsUsdc?: ReadonlyMap<Address, bigint>
  }
}

/** Reset the fork and open a stage on it. */
export async function openStage(
  environment: Environment,
  setup: StageSetup,
  seed: string,
  setTimer: SetTimer,
): Promise<Stage> {
  await environment.reset()
  const { capsUsdc, ...changes } = setup.cage ?? {}
  const base = environment.cagePolicy
  const cagePolicy: CagePolicy = {
    ...base,
    ...changes,
    assets: base.assets.map((asset) => ({ ...asset, capUsdc: capsUsdc?.get(asset.token) ?? asset.capUsdc })),
  }
  const cage =
    setup.cage === undefined
      ? environment.fixtures.cage
      : await deployCage(environment.fork, cagePolicy, environment.capital)
  const policy = deriveSafetyPolicy(environment.book, cagePolicy, environment.pins, {
    ...DEFAULT_POLICY_CHOICES,
    recipients: cagePolicy.recipients,
    ...setup.choices,
  })
  return createStage(
    environment,
    {
      profile: setup.profile ?? 'trader',
      ...(setup.protocols ? { protocols: setup.protocols } : {}),
      phase: setup.phase ?? 'thriving',
      policy,
      cage,
      guardian: setup.guardian ?? 'on',
      hasSigner: setup.hasSigner ?? true,
      witness: setup.witness ?? 'off',
      baseFeeWei: setup.baseFeeWei ?? 0n,
      ...(setup.store === 'file' ? environment.newStore() : { storePath: ':memory:' }),
      seed,
      ...(setup.untrustedTools ? { untrustedTools: setup.untrustedTools } : {}),
      ...(setup.catalogue ? { catalogue: setup.catalogue } : {}),
      ...(setup.strategy === undefined ? {} : { strategy: setup.strategy }),
      ...(setup.secrets ? { secrets: setup.secrets } : {}),
    },
    setTimer,
  )
}

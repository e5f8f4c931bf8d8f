import type { Address, TransactionReceipt } from 'viem'
import type { ToolContext } from './context.ts'
import { ToolError } from './errors.ts'
import type { Json } from './json.ts'
import type { GroundTruthSource, Outcome } from './outcome.ts'
import type {
  CallRoute,
  LocalPlan,
  LocalPortName,
  OwnerPlan,
  SignaturePlan,
  TransactionPlan,
  UnfilledPlan,
} from './plan.ts'
import type { Static, TSchema } from './schema.ts'
import type { Standing } from './standing.ts'

/** The categories that profiles are composed of. */
export const CATEGORIES = [
  'data',
  'trading',
  'lending',
  'staking',
  'restaking',
  'derivatives',
  'yield',
  'lp',
  'vault',
  'safety',
  'intelligence',
  'memory',
  'identity',
  'wallet',
  'streaming',
  'testnet',
  'bootstrap',
  'fees',
  'self_improvement',
  'hook',
] as const

/** A category of tools. */
export type Category = (typeof CATEGORIES)[number]

/** Longest time that a tool may take, in milliseconds of real time. */
export const TICK_BUDGETS_MS = { fast: 1_000, medium: 5_000, slow: 15_000 } as const

/** Name of a tick budget. */
export type TickBudget = keyof typeof TICK_BUDGETS_MS

/** Risk tiers; layer 3 is blocked from the defensive phase on. */
export type RiskTier = 'layer1' | 'layer2' | 'layer3'

/** A trait that a profile may exclude. */
export type ToolTrait = 'leverage' | 'flash-loan' | 'multi-hop' | 'cross-chain' | 'hooks'

/**
 * What the process must have when it starts, for the tools that need it. `wallet`: a signer is configured; `memory`: it is
 * enabled and learning is active; `<service>_api`: the key of a service is set.
 */
export type BootCapability = 'wallet' | 'memory' | `${string}_api`

/** A shape that a tool's parameters had before, which is accepted for a while. */
export interface EarlierShape {
  readonly version: number
  /** When the next version came, ISO 8601 with its zone. */
  readonly supersededAt: string
  readonly input: TSchema
  /** Say the same in the next version. */
  upgrade(params: never): unknown
}

/** Describe an earlier shape; the type of what is upgraded follows from its schema. */
export const defineEarlierShape = <Input extends TSchema>(
  shape: Omit<EarlierShape, 'input' | 'upgrade'> & {
    readonly input: Input
    upgrade(params: Static<Input>): unknown
  },
): EarlierShape => shape as unknown as EarlierShape

/** The static description that every tool has. */
export interface ToolDescription<Input extends TSchema = TSchema, Output extends TSchema = TSchema> {
  /** `<prefix>_<action>_<subject>`; without a subject where the prefix is it. */
  readonly name: string
  /** Short names under which a read may be asked for. */
  readonly aliases?: readonly string[]
  /** Id of its protocol: the folder that it lies in, which the registry fills in. */
  readonly protocol?: string
  /** Its label: what stands behind its protocol, which the registry fills in as well. */
  readonly standing?: Standing
  readonly description: string
  readonly category: Category
  readonly riskTier: RiskTier
  readonly tickBudget: TickBudget
  /** Names of the steps that the tool reports, in order. */
  readonly progressSteps: readonly string[]
  readonly spriteTrigger: 'thinking' | 'executing' | 'success' | 'failure'
  /** 20 to 50 tokens that tell the model when to use the tool. */
  readonly promptSnippet: string
  readonly promptGuidelines: readonly string[]
  readonly supportedChains: readonly number[]
  /** Version of its parameters and answer, the first one where it says none. */
  readonly schemaVersion?: number
  /** Every version before, in order. */
  readonly earlier?: readonly EarlierShape[]
  readonly input: Input
  readonly output: Output
  /** Codes that the tool itself may raise, beyond those of the runner. */
  readonly errorCodes: readonly string[]
  /** Traits that cautious profiles leave out. */
  readonly traits?: readonly ToolTrait[]
  /** The port by which its plans take effect off the chain; without one they are sent or signed. */
  readonly localPort?: string
  /** What it needs of the process beyond what its tier and category do. */
  readonly requires?: readonly BootCapability[]
}

/** A tool of any tier, those that other folders add included: what profiles list and owners approve. */
export interface Tool extends ToolDescription {
  readonly capability: string
}

type Members = { readonly [name: string]: Json | undefined }

/** A read that often follows another one. */
export interface LikelyRead {
  readonly tool: string
  /** How likely it follows, before anything is known of the agent; that of the runtime's specification, where it names the pair. */
  readonly probability: number
  /** Its parameters, by what the first was asked and what it answered; one set for each call that is likely. */
  derive(params: Members, answer: Members): readonly Json[]
}

/** A tool that reads and changes nothing. */
export interface ReadTool<Input extends TSchema = TSchema, Output extends TSchema = TSchema>
  extends ToolDescription<Input, Output> {
  readonly capability: 'read'
  /** Reads that often follow it, which may be made before they are asked for. */
  readonly leadsTo?: readonly LikelyRead[]
  read(params: Static<Input>, ctx: ToolContext): Promise<Static<Output>>
}

/** What a write tool reports once its plan was carried out. */
export interface Settlement<Data> {
  readonly data: Data
  readonly actualOutcome: Outcome
  readonly groundTruthSource: GroundTruthSource
}

/** What a write tool may look at when it reports. */
export interface SettlementInput<Input extends TSchema = TSchema> {
  readonly params: Static<Input>
  readonly plan: TransactionPlan<CallRoute>
  readonly receipt: TransactionReceipt
  readonly account: Address
  /** What the tool reports that planned all of it for this one. */
  readonly settled?: Settlement<Json>
}

interface Planned<Input extends TSchema, Output extends TSchema, Planning>
  extends ToolDescription<Input, Output> {
  /** Whatever changes something carries a risk. */
  readonly riskTier: 'layer2' | 'layer3'
  /** Build the calls and state the outcome that they are to have; nothing is sent. */
  plan(params: Static<Input>, ctx: ToolContext): Promise<Planning>
  /** Report what happened, from the receipt. */
  settle(input: SettlementInput<Input>): Settlement<Static<Output>>
}

/** A tool that plans a change; only the executor carries the plan out, and for a capability. */
export interface WriteTool<Input extends TSchema = TSchema, Output extends TSchema = TSchema>
  extends Planned<Input, Output, TransactionPlan<'cage' | 'op'> | UnfilledPlan | SignaturePlan | LocalPlan> {
  readonly capability: 'write'
}

/** A write tool that needs the owner's approval on top. */
export interface PrivilegedTool<Input extends TSchema = TSchema, Output extends TSchema = TSchema>
  extends Planned<Input, Output, TransactionPlan<'owner' | 'account'> | OwnerPlan> {
  readonly capability: 'privileged'
  /** Set when it changes the safety layer itself, by an `OwnerPlan`. */
  readonly changesSafety?: true
}

/** A tool of the production stack. */
export type ToolDef = ReadTool | WriteTool | PrivilegedTool

/** Define a read tool; the types of `read` follow from the schemas. */
export const defineReadTool = <Input extends TSchema, Output extends TSchema>(
  tool: Omit<ReadTool<Input, Output>, 'capability'>,
): ReadTool => ({ ...tool, capability: 'read' }) as unknown as ReadTool

/** Define a write tool; the types of `plan` and `settle` follow from the schemas. */
export const defineWriteTool = <Input extends TSchema, Output extends TSchema>(
  tool: Omit<WriteTool<Input, Output>, 'capability'>,
): WriteTool => ({ ...tool, capability: 'write' }) as unknown as WriteTool

/** Define a write tool that has typed data signed: nothing is mined, so the stack reports the signature itself. */
export const defineSignatureTool = <Input extends TSchema, Output extends TSchema>(
  tool: Omit<WriteTool<Input, Output>, 'capability' | 'settle'>,
): WriteTool =>
  defineWriteTool({
    ...tool,
    settle() {
      throw new ToolError('TOOL_FAILED', { tool: tool.name, reason: 'a signature has no receipt' })
    },
  })

/** Define a write tool that takes effect off the chain: nothing is mined, so the stack reports the port's receipt itself. */
export const defineLocalTool = <Input extends TSchema, Output extends TSchema>(
  tool: Omit<WriteTool<Input, Output>, 'capability' | 'settle' | 'plan' | 'localPort'> & {
    readonly localPort: LocalPortName
    plan(params: Static<Input>, ctx: ToolContext): Promise<LocalPlan>
  },
): WriteTool =>
  defineWriteTool({
    ...tool,
    settle() {
      throw new ToolError('TOOL_FAILED', {
        tool: tool.name,
        reason: 'what happens off the chain has no receipt of it',
      })
    },
  })

/** Define a privileged tool: a write tool that needs an owner's approval as well. */
export const definePrivilegedTool = <Input extends TSchema, Output extends TSchema>(
  tool: Omit<PrivilegedTool<Input, Output>, 'capability'>,
): PrivilegedTool => ({ ...tool, capability: 'privileged' }) as unknown as PrivilegedTool

/** Define a privileged tool that changes the safety layer: nothing is mined, so the stack reports the change itself. */
export const defineOwnerTool = <Input extends TSchema, Output extends TSchema>(
  tool: Omit<PrivilegedTool<Input, Output>, 'capability' | 'changesSafety' | 'plan' | 'settle'> & {
    plan(params: Static<Input>, ctx: ToolContext): Promise<OwnerPlan>
  },
): PrivilegedTool =>
  definePrivilegedTool({
    ...tool,
    changesSafety: true,
    settle() {
      throw new ToolError('TOOL_FAILED', {
        tool: tool.name,
        reason: 'a change of the safety layer has no receipt',
      })
    },
  })

/** Say which protocol tools belong to, and what stands behind it. */
export const stamp = (
  { id, standing }: { readonly id: string; readonly standing: Standing },
  tools: readonly ToolDef[],
): readonly ToolDef[] => tools.map((tool) => ({ ...tool, protocol: id, standing }))

import { expectTypeOf, test } from 'vitest'
import { readAhead } from '../../tools/agent/speculation/read-ahead.ts'
import type { Capability } from '../../tools/core/capability.ts'
import type { ChainReader } from '../../tools/core/chain.ts'
import type { ToolContext } from '../../tools/core/context.ts'
import {
  type ActionPlan,
  type LocalPortName,
  type Plan,
  planOwnerTransaction,
  planTransaction,
  planWithNeeds,
} from '../../tools/core/plan.ts'
import { Type } from '../../tools/core/schema.ts'
import {
  definePrivilegedTool,
  defineReadTool,
  defineWriteTool,
  type PrivilegedTool,
  type ReadTool,
  type ToolDef,
  type WriteTool,
} from '../../tools/core/tool-def.ts'
import type { ControlPlan } from '../../tools/devtools/chain-control.ts'
import type { ControlTool, DevTool } from '../../tools/devtools/control-tool.ts'
import type { Custody, ExecutionRequest } from '../../tools/safety/custody/custody.ts'

declare const ctx: ToolContext
declare const capability: Capability
declare const custody: Custody
declare const request: ExecutionRequest
declare const runner: Parameters<typeof readAhead>[2]
declare const options: Parameters<typeof readAhead>[3]

test('behavior: a context offers no way to send', () => {
  expectTypeOf<ToolContext>().not.toHaveProperty('executor')
  expectTypeOf<ToolContext>().not.toHaveProperty('custody')
  expectTypeOf<ToolContext>().not.toHaveProperty('signer')
  expectTypeOf<ChainReader>().not.toHaveProperty('sendRawTransaction')
  expectTypeOf<ChainReader>().not.toHaveProperty('sendTransaction')
  expectTypeOf<ChainReader>().not.toHaveProperty('request')
  // @ts-expect-error a reader cannot send
  ctx.chain.sendRawTransaction({ serializedTransaction: '0x' })
})

test('behavior: a capability cannot be built, copied, spread or parsed', () => {
  // @ts-expect-error it has no shape to write down
  const built: Capability = {}
  // @ts-expect-error a copy of its members is none
  const copied: Capability = Object.assign({}, { tool: 'x' })
  // @ts-expect-error what JSON gives back is none
  const parsed: Capability = JSON.parse('{}') as object
  // @ts-expect-error a text is none
  const text: Capability = 'capability'
  expectTypeOf(capability).toEqualTypeOf<Capability>()
  return [built, copied, parsed, text]
})

test('behavior: custody takes nothing but a capability', () => {
  // @ts-expect-error a grant is not a capability
  custody.executeTx(request, { tool: 'weth_wrap_eth' }, 1)
  // @ts-expect-error nothing is not a capability
  custody.executeTx(request, undefined, 1)
  custody.executeTx(request, capability, 1)
  // @ts-expect-error bytes that were signed before need one as well
  custody.resend({ ...request, raw: '0x' })
  // @ts-expect-error and so does what replaces them
  custody.replace({ ...request, kind: 'cancel', raw: '0x' })
  custody.resend({ ...request, raw: '0x' }, capability, 1)
  custody.replace({ ...request, kind: 'cancel', raw: '0x' }, capability, 1)
})

test('behavior: a plan that still needs others is none that is judged', () => {
  // @ts-expect-error it has to be filled first
  const judged: ActionPlan = planWithNeeds([{ need: 'wrap', amountBaseUnits: 1n }], [], {})
  // @ts-expect-error without a need it is a plain plan
  planWithNeeds([], [], {})
  return judged
})

const DESCRIPTION = {
  name: 'data_get_nothing',
  description: 'Nothing.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet: '',
  promptGuidelines: [],
  supportedChains: [1],
  input: Type.Object({ amountBaseUnits: Type.String() }),
  output: Type.Object({ done: Type.Boolean() }),
  errorCodes: [],
} as const

test('behavior: the tiers are apart', () => {
  expectTypeOf<ReadTool>().not.toHaveProperty('plan')
  expectTypeOf<WriteTool>().not.toHaveProperty('read')
  expectTypeOf<WriteTool>().not.toEqualTypeOf<PrivilegedTool>()
  defineReadTool({
    ...DESCRIPTION,
    async read(params) {
      expectTypeOf(params.amountBaseUnits).toBeString()
      return { done: true }
    },
  })
  defineReadTool({
    ...DESCRIPTION,
    // @ts-expect-error a read tool answers what its output schema says
    async read() {
      return { done: 'yes' }
    },
  })
  const written = {
    ...DESCRIPTION,
    riskTier: 'layer2',
    settle: () => ({
      data: { done: true },
      actualOutcome: { assets: [], allowances: [], positions: [] },
      groundTruthSource: 'receipt' as const,
    }),
  } as const
  const byAgent = { ...written, plan: async () => planTransaction([], {}) }
  const byOwner = { ...written, plan: async () => planOwnerTransaction([], {}) }
  expectTypeOf(defineWriteTool(byAgent)).toEqualTypeOf<WriteTool>()
  expectTypeOf(definePrivilegedTool(byOwner)).toEqualTypeOf<PrivilegedTool>()
  // @ts-expect-error the agent's plans do not take the owner's route
  defineWriteTool(byOwner)
  // @ts-expect-error what the owner approves goes through the owner's gate
  definePrivilegedTool(byAgent)
  // @ts-expect-error what changes something carries a risk
  defineWriteTool({ ...byAgent, riskTier: 'layer1' })
  // @ts-expect-error what changes something carries a risk
  definePrivilegedTool({ ...byOwner, riskTier: 'layer1' })
  defineWriteTool({
    ...written,
    // @ts-expect-error a write tool plans; it does not answer with a hash
    async plan() {
      return '0x'
    },
  })
})

test('behavior: the production stack knows no tier that changes the chain itself', () => {
  expectTypeOf<ToolDef['capability']>().toEqualTypeOf<'read' | 'write' | 'privileged'>()
  expectTypeOf<Plan['route']>().toEqualTypeOf<'cage' | 'op' | 'owner' | 'account' | 'sign' | LocalPortName>()
  expectTypeOf<ControlTool>().not.toExtend<ToolDef>()
  expectTypeOf<ControlPlan>().not.toExtend<Plan>()
  expectTypeOf<DevTool['capability']>().toEqualTypeOf<'read' | 'control'>()
})

test('behavior: only a read tool can be run before it is asked for', () => {
  type Ahead = (tool: ReadTool) => ReturnType<typeof readAhead>
  expectTypeOf<Parameters<typeof readAhead>[0]>().toEqualTypeOf<ReadTool>()
  expectTypeOf<WriteTool>().not.toExtend<Parameters<Ahead>[0]>()
  expectTypeOf<PrivilegedTool>().not.toExtend<Parameters<Ahead>[0]>()
  expectTypeOf<ControlTool>().not.toExtend<Parameters<Ahead>[0]>()
  const speculate = (read: ReadTool, write: WriteTool, privileged: PrivilegedTool, any: ToolDef) => {
    readAhead(read, {}, runner, options)
    // @ts-expect-error what writes cannot be read ahead
    readAhead(write, {}, runner, options)
    // @ts-expect-error what the owner has to approve cannot be read ahead
    readAhead(privileged, {}, runner, options)
    // @ts-expect-error a tool of any tier might write
    readAhead(any, {}, runner, options)
    // @ts-expect-error there is nothing that a capability could be given to
    readAhead(read, {}, runner, { ...options, capability })
  }
  expectTypeOf(speculate).toBeFunction()
})

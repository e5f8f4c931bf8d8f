import { type AbiFunction, type AbiParameter, type Hex, hexToBytes, size } from 'viem'
import { Type } from '../../core/schema.ts'
import { PUSH1, PUSH32 } from '../../kit/walk-code.ts'
import { COMPILED_HOOKS } from './generated/hook-templates.ts'
import { describePowers, type Permission, PermissionSchema, POWERS_OUTPUT } from './hook.ts'

/** A hook that can be deployed as it is. */
export interface HookTemplate {
  readonly contract: keyof typeof COMPILED_HOOKS
  readonly summary: string
  /** Exactly these: its constructor refuses any other address. */
  readonly permissions: readonly Permission[]
  /** Whether it serves pools of a dynamic fee, and only these. */
  readonly needsDynamicFee: boolean
  /** Whether somebody may change what it does after it was deployed. */
  readonly isOwned: boolean
  /** What each parameter of its constructor says, by its name. */
  readonly parameters: Readonly<Record<string, string>>
}

const POOL_MANAGER = 'the pool manager of the chain, which alone may call it'

/** Hooks that the stack ships, by name; their sources are in `templates/`. */
export const HOOK_TEMPLATES = {
  'allow-list': {
    contract: 'AllowListHook',
    summary: 'Lets only listed routers and position managers swap and add liquidity; all may take it out.',
    permissions: ['beforeAddLiquidity', 'beforeSwap'],
    needsDynamicFee: false,
    isOwned: true,
    parameters: {
      poolManager_: POOL_MANAGER,
      owner_: 'who changes the list',
      callers: 'contracts that are listed from the beginning',
    },
  },
  'swap-counter': {
    contract: 'SwapCounterHook',
    summary: 'Counts the swaps of each pool and what they moved of its first currency.',
    permissions: ['afterSwap'],
    needsDynamicFee: false,
    isOwned: false,
    parameters: { poolManager_: POOL_MANAGER },
  },
  'top-of-block-fee': {
    contract: 'TopOfBlockFeeHook',
    summary: 'Takes one fee for the first swap of a pool in a block and another for those that follow.',
    permissions: ['beforeInitialize', 'beforeSwap'],
    needsDynamicFee: true,
    isOwned: false,
    parameters: {
      poolManager_: POOL_MANAGER,
      firstFee_: 'fee of the first swap in a block, in millionths, below 1000000',
      nextFee_: 'fee of the swaps after it, in millionths, below 1000000',
    },
  },
} as const satisfies Readonly<Record<string, HookTemplate>>

/** Name of a template. */
export type TemplateName = keyof typeof HOOK_TEMPLATES

/** Names of all templates. */
export const TEMPLATE_NAMES = Object.keys(HOOK_TEMPLATES) as TemplateName[]

/** List the parameters of a template's constructor, in order; the pool manager is the first one of each. */
export function listParameters({ contract }: Pick<HookTemplate, 'contract'>): readonly AbiParameter[] {
  const abi: readonly { readonly type: string }[] = COMPILED_HOOKS[contract].abi
  return (abi.find(({ type }) => type === 'constructor') as AbiFunction | undefined)?.inputs ?? []
}

/**
 * Find the template whose runtime code this is; undefined where it is none. What a constructor wrote into the code, the
 * immutables, may be anything: the compiler leaves a push of 32 zero bytes where each one goes.
 */
export function findTemplate(code: Hex): TemplateName | undefined {
  const found = hexToBytes(code)
  return TEMPLATE_NAMES.find((name) =>
    isOfTemplate(found, hexToBytes(COMPILED_HOOKS[HOOK_TEMPLATES[name].contract].deployedBytecode)),
  )
}

function isOfTemplate(code: Uint8Array, template: Uint8Array): boolean {
  if (code.length !== template.length) return false
  for (let at = 0; at < template.length; at += 1) {
    const byte = template[at] ?? 0
    if (code[at] !== byte) return false
    if (byte < PUSH1 || byte > PUSH32) continue
    const end = at + 1 + (byte - PUSH1 + 1)
    const pushed = template.subarray(at + 1, end)
    const isImmutable = byte === PUSH32 && pushed.every((value) => value === 0)
    if (!isImmutable && pushed.some((value, index) => code[at + 1 + index] !== value)) return false
    at = end - 1
  }
  return true
}

const describeParameters = ({ contract, parameters }: HookTemplate) =>
  listParameters({ contract }).map(({ name = '', type }) => ({
    name: name.replace(/_$/, ''),
    type,
    meaning: parameters[name] ?? '',
  }))

/** What is told of every template. */
export const TEMPLATE_OUTPUT = {
  name: Type.String(),
  contract: Type.String(),
  summary: Type.String(),
  /** Those that its address must have, and no others. */
  permissions: Type.Array(PermissionSchema),
  ...POWERS_OUTPUT,
  needsDynamicFee: Type.Boolean(),
  /** Whether somebody may change what it does after it was deployed. */
  isOwned: Type.Boolean(),
  /** Those of its constructor, in order. */
  parameters: Type.Array(Type.Object({ name: Type.String(), type: Type.String(), meaning: Type.String() })),
  creationCodeBytes: Type.Integer(),
}

/** Describe what is told of every template. */
export const describeTemplate = (name: string, template: HookTemplate) => ({
  name,
  contract: template.contract,
  summary: template.summary,
  permissions: [...template.permissions],
  ...describePowers(template.permissions),
  needsDynamicFee: template.needsDynamicFee,
  isOwned: template.isOwned,
  parameters: describeParameters(template),
  creationCodeBytes: size(COMPILED_HOOKS[template.contract].bytecode),
})

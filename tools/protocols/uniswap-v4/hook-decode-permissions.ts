import { getAddress } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import {
  describePowers,
  findMissing,
  HOOK_PARAMETER,
  PermissionSchema,
  POWERS_OUTPUT,
  permissionsOf,
} from './hook.ts'

/** Tell from the bits of an address which callbacks a V4 hook may run. */
export const TOOL_DEF = defineReadTool({
  name: 'hook_decode_permissions',
  description: 'Tell from the bits of a Uniswap V4 hook address which callbacks it may run.',
  category: 'hook',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['decode'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'hook_decode_permissions tells which callbacks a Uniswap V4 hook may run and whether it may change amounts, from its address alone; it asks no node.',
  promptGuidelines: [
    'A permission says what a hook may do, not what it does: hook_evaluate looks at its code.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(HOOK_PARAMETER, { additionalProperties: false }),
  output: Type.Object({
    hook: AddressSchema,
    permissions: Type.Array(PermissionSchema),
    /** False where a pool manager refuses the address: amounts cannot change without the callback. */
    isValid: Type.Boolean(),
    ...POWERS_OUTPUT,
  }),
  errorCodes: [],
  async read(params, ctx) {
    const hook = getAddress(params.hook)
    ctx.step('decode')
    const permissions = permissionsOf(hook)
    return {
      hook,
      permissions: [...permissions],
      // One without any callback does nothing for a pool of a static fee (`Hooks.isValidHookAddress`).
      isValid: findMissing(permissions) === undefined && permissions.length > 0,
      ...describePowers(permissions),
    }
  },
})

import { type Address, getAddress, type Hex, numberToHex, size } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { AddressSchema, HashSchema, HexSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { bitsOf, findMissing, HOOK_DEPLOYER, PermissionSchema, toBits, toHookAddress } from './hook.ts'

/** Salts that are tried; one in 16 384 fits, so that the least lucky of a thousand needs seven times as many. */
const MOST_SALTS = 160_000

/** Salts between two looks at whether the caller still waits. */
const AT_ONCE = 2_000

/** Find a CREATE2 salt that gives a V4 hook an address with the needed bits. */
export const TOOL_DEF = defineReadTool({
  name: 'hook_mine_address',
  description:
    'Find a CREATE2 salt that gives a Uniswap V4 hook an address with the bits of its permissions.',
  category: 'hook',
  riskTier: 'layer1',
  tickBudget: 'slow',
  progressSteps: ['mine'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'hook_mine_address finds the first CREATE2 salt, from a given one on, at which a Uniswap V4 hook would have an address with exactly the permissions that it needs; it deploys nothing.',
  promptGuidelines: ['Constructor arguments are part of the creation code: changing one needs another salt.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      permissions: Type.Array(PermissionSchema, { minItems: 1, maxItems: 14, uniqueItems: true }),
      initCode: Type.Optional(
        Type.Unsafe<Hex>({
          ...HexSchema,
          maxLength: 100_000,
          description: 'creation code with its constructor arguments',
        }),
      ),
      initCodeHash: Type.Optional(HashSchema),
      deployer: Type.Optional(
        Type.Unsafe<Address>({
          ...AddressSchema,
          description: 'contract that creates it; the usual one by default',
        }),
      ),
      fromSalt: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    salt: HashSchema,
    hook: AddressSchema,
    deployer: AddressSchema,
    initCodeHash: HashSchema,
    saltsTried: Type.Integer(),
  }),
  errorCodes: ['INVALID_PARAMS', 'NOT_FOUND'],
  async read({ permissions, initCode, initCodeHash, deployer: named = HOOK_DEPLOYER, fromSalt = 0 }, ctx) {
    if ((initCode === undefined) === (initCodeHash === undefined)) {
      throw new ToolError('INVALID_PARAMS', {
        path: '/initCode',
        problem: 'give either initCode or initCodeHash',
      })
    }
    if (initCode !== undefined && size(initCode) === 0) {
      throw new ToolError('INVALID_PARAMS', { path: '/initCode', problem: 'is empty: it creates nothing' })
    }
    const missing = findMissing(permissions)
    if (missing !== undefined) {
      throw new ToolError('INVALID_PARAMS', {
        path: '/permissions',
        problem: `lack ${missing}, which one of them needs`,
      })
    }
    const deployer = getAddress(named)
    const hash = initCodeHash ?? keccak256(initCode ?? '0x')
    const wanted = toBits(permissions)
    ctx.step('mine')
    for (let tried = 0; tried < MOST_SALTS; tried += 1) {
      if (tried % AT_ONCE === 0) await letOthers(ctx.signal)
      const salt = numberToHex(fromSalt + tried, { size: 32 })
      const hook = toHookAddress(deployer, salt, hash)
      if (bitsOf(hook) === wanted) {
        return { salt, hook: getAddress(hook), deployer, initCodeHash: hash, saltsTried: tried + 1 }
      }
    }
    throw new ToolError('NOT_FOUND', {
      subject: 'a salt for these permissions',
      reason: `none of ${MOST_SALTS} from ${fromSalt} on fits; go on with a higher fromSalt`,
    })
  },
})

/** Let what waits have its turn, and stop where the caller gave up. */
async function letOthers(signal: AbortSignal): Promise<void> {
  await Promise.resolve()
  signal.throwIfAborted()
}

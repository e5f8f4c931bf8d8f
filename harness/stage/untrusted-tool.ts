import { type Hex, hexToBytes } from 'viem'
import { Type } from '../../tools/core/schema.ts'
import { sha256Bytes } from '../../tools/core/sha256.ts'
import { ETHEREUM_CHAINS } from '../../tools/kit/chains.ts'
import type { RequestGrant, SandboxedToolRegistration } from '../../tools/sandbox/define-sandboxed-tool.ts'

/** An untrusted WebAssembly module, the one that was reviewed, and the actions that it may ask for. */
export interface UntrustedModule {
  readonly module: Hex
  readonly reviewed: Hex
  readonly mayRequest: readonly RequestGrant[]
}

const NAME = 'untrusted_tool'

/** Register an untrusted module as the tool `untrusted_tool`, which answers nothing of use. */
export function registerUntrustedTool({
  module,
  reviewed,
  mayRequest,
}: UntrustedModule): SandboxedToolRegistration {
  return {
    name: NAME,
    description: 'An untrusted tool.',
    category: 'data',
    promptSnippet: `${NAME} is an untrusted tool; its answer is not to be believed.`,
    promptGuidelines: [],
    supportedChains: ETHEREUM_CHAINS,
    input: Type.Object({}, { additionalProperties: false }),
    value: Type.Null(),
    moduleSha256: sha256Bytes(hexToBytes(reviewed)),
    mayRequest,
    loadModule: async () => hexToBytes(module),
  }
}

import { toJson } from '../../../tools/core/json.ts'
import { Type } from '../../../tools/core/schema.ts'
import { HOSTILE_SIGNER } from '../../stage/hostile-tool.ts'
import { encodeTypedData } from '../encode-raw.ts'
import { closed, map, optional, text } from '../schema-words.ts'
import { commitPreviewed, fromPermit } from '../step/commit-previewed.ts'
import { defineStep } from '../step/define-step.ts'
import { namesOf, tryEncoding } from '../step/raw-calls.ts'
import { rawNames } from '../step/resolve-names.ts'

/** A tool that was taken over has typed data signed. */
export const SIGN = defineStep({
  kind: 'sign',
  schema: Type.Object(
    {
      domain: map('domain: name, version, chainId, verifyingContract'),
      type: text('structs as EIP-712 encodes them, e.g. "Mail(address to,uint256 value)"'),
      message: map('the message; values as in raw calls'),
      commit: optional(Type.Boolean({ description: 'commit after the preview; default true' })),
    },
    {
      ...closed,
      description:
        'typed data that a tool has signed which was taken over, e.g. { domain: { chainId: 31337 }, type: "Mail(address to)", message: { to: attacker } }',
    },
  ),
  traits: ['of-the-agent', 'issues-permit'],
  read({ commit, ...typedData }, path, reader) {
    tryEncoding(() => encodeTypedData(typedData, namesOf(reader)), path, reader)
    return { typedData, commits: commit !== false }
  },
  async run({ typedData, commits }, { stage }) {
    const encoded = toJson(encodeTypedData(typedData, rawNames(stage)))
    const preview = await stage.agent.previewTool(HOSTILE_SIGNER.name, { typedData: encoded }, [])
    return commits ? commitPreviewed(stage, preview) : fromPermit(preview)
  },
  title: ({ typedData }) => `sign ${typedData.type.split('(')[0]}`,
})

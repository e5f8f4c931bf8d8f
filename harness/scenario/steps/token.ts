import { Type } from '../../../tools/core/schema.ts'
import { closed } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'
import { resolveTokenAddress } from '../step/resolve-names.ts'
import { faultsOfTraits, readTraits, TOKEN_FAULTS, TRAIT_MEMBERS } from '../token-traits.ts'

/** Tokens turn hostile. */
export const TOKEN = defineStep({
  kind: 'token',
  schema: Type.Record(Type.String(), Type.Object(TRAIT_MEMBERS, { ...closed, minProperties: 1 }), {
    minProperties: 1,
    description: 'tokens turn hostile, or behave otherwise than before, e.g. { DAI: { feeBps: 80 } }',
  }),
  read: (members, path, reader) => ({
    tokens: Object.entries(members).map(([name, traits]) => ({
      token: reader.tokenName(name, [...path, name]),
      traits: readTraits(traits, [...path, name], reader),
    })),
  }),
  async run({ tokens }, { stage }) {
    for (const { token, traits } of tokens) {
      await stage.contracts.changeToken(resolveTokenAddress(stage, token), traits)
    }
  },
  title: ({ tokens }) =>
    `hostile ${tokens.map(({ token, traits }) => `${token} ${JSON.stringify(traits)}`).join(', ')}`,
  faults: {
    kinds: TOKEN_FAULTS,
    of: ({ tokens }) => tokens.flatMap(({ traits }) => faultsOfTraits(traits)),
  },
})

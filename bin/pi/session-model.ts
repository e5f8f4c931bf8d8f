import type { ExtensionContext } from '@earendil-works/pi-coding-agent'
import { ToolError } from '../../tools/core/errors.ts'
import type { SessionModel } from '../../tools/runtime/open-pi-session.ts'

/**
 * Read the model of a session, by which those below it are played as well. Its credentials stay with the session: requests
 * go through its own registry.
 *
 * @throws ToolError SESSION_REFUSED where no model is chosen
 */
export function readSessionModel(context: ExtensionContext | undefined): SessionModel {
  const { model, modelRegistry: registry } = context ?? {}
  const provider = model && registry?.getProvider(model.provider)
  if (model === undefined || registry === undefined || provider === undefined) {
    throw new ToolError('SESSION_REFUSED', { reason: 'no model is chosen' })
  }
  return {
    model,
    provider: {
      id: provider.id,
      name: provider.name,
      auth: { apiKey: { name: provider.name, resolve: async () => ({ auth: {} }) } },
      getModels: () => provider.getModels(),
      stream: (asked, transcript, options) => registry.stream(asked, transcript, options as never),
      streamSimple: (asked, transcript, options) => registry.streamSimple(asked, transcript, options),
    },
  }
}

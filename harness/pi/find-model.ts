import { type AuthResult, createProvider, type Model, type Provider } from '@earendil-works/pi-ai'
import { findNearest } from '../../tools/core/suggest.ts'
import type { SessionModel } from '../../tools/runtime/open-pi-session.ts'
import { redactUrl } from '../chain/redact-url.ts'
import { HarnessError } from '../errors.ts'

/** Where models are looked for. */
export interface ModelPorts {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Base URL of a server that speaks the OpenAI API; only for its own provider. */
  readonly baseUrl?: string
}

/** A model with a key to its provider. */
export interface FoundModel extends SessionModel {
  /** What authenticates its requests, which nothing may show. */
  readonly keys: readonly string[]
}

/** The provider of `--base-url`: any server that speaks the chat completions API of OpenAI. */
const COMPATIBLE_PROVIDER = 'openai-compatible'

/** Where the key of such a server is looked for; many need none. */
const COMPATIBLE_KEY = 'OPENAI_COMPATIBLE_API_KEY'

/** What is sent to a server that asks for no key: its client insists on one. */
const NO_KEY = 'none'

const OFFLINE = 'run it offline with --model scripted/succeeds'

/**
 * Find a model by `provider/model` and the key to it.
 *
 * @throws HarnessError MODEL_UNKNOWN with near names, MODEL_KEY_MISSING with the variables that are looked for
 */
export async function findModel(asked: string, ports: ModelPorts): Promise<FoundModel> {
  const [id = '', ...rest] = asked.split('/')
  const name = rest.join('/')
  const provider = await findProvider(id, name, asked, ports)
  const model = provider.getModels().find((candidate) => candidate.id === name)
  if (model === undefined) throw unknownModel(asked, provider)
  const auth = await resolveKey(provider, ports)
  return {
    provider: { ...provider, auth: { apiKey: { name: provider.name, resolve: async () => auth } } },
    model: model as Model<string>,
    keys: [auth.auth.apiKey, ...Object.values(auth.auth.headers ?? {}), ...Object.values(auth.env ?? {})]
      .filter((key) => typeof key === 'string')
      .filter((key) => key !== NO_KEY),
  }
}

async function findProvider(id: string, name: string, asked: string, ports: ModelPorts): Promise<Provider> {
  if (id === COMPATIBLE_PROVIDER) return openCompatible(name, asked, ports)
  if (ports.baseUrl !== undefined) {
    throw new HarnessError('BAD_USAGE', '--base-url is for one provider alone', {
      expected: `--model ${COMPATIBLE_PROVIDER}/<model>`,
      found: `--model ${asked}`,
      hint: `write --model ${COMPATIBLE_PROVIDER}/${name || '<model>'}, or leave --base-url out`,
    })
  }
  // The catalogue of all providers takes a while, which only those spend who ask one.
  const { builtinProviders } = await import('@earendil-works/pi-ai/providers/all')
  const providers = builtinProviders()
  const found = providers.find((provider) => provider.id === id)
  if (found !== undefined && name !== '') return found
  const ids = ['scripted', 'baseline', COMPATIBLE_PROVIDER, ...providers.map((provider) => provider.id)]
  throw new HarnessError('MODEL_UNKNOWN', 'no such model', {
    expected: `<provider>/<model>; providers are ${ids.join(', ')}`,
    found: asked,
    hint: suggest(ids.includes(id) ? undefined : findNearest(id, ids), (near) => `${near}/${name || '…'}`),
  })
}

function unknownModel(asked: string, provider: Provider): HarnessError {
  const known = provider.getModels().map(({ id }) => id)
  const [, ...rest] = asked.split('/')
  return new HarnessError('MODEL_UNKNOWN', `${provider.name} has no such model`, {
    expected: known.length > 12 ? `${known.slice(0, 12).join(', ')} … (${known.length})` : known.join(', '),
    found: asked,
    hint: suggest(findNearest(rest.join('/'), known), (near) => `${provider.id}/${near}`),
  })
}

const suggest = (near: string | undefined, write: (near: string) => string) =>
  near === undefined ? `name another model, or ${OFFLINE}` : `did you mean ${write(near)}? or ${OFFLINE}`

/** Open the provider of a server that a person runs or names. */
async function openCompatible(
  name: string,
  asked: string,
  { environment, baseUrl }: ModelPorts,
): Promise<Provider> {
  const isServer = baseUrl !== undefined && /^https?:$/.test(URL.parse(baseUrl)?.protocol ?? '')
  if (!isServer || name === '') {
    const server = isServer ? redactUrl(baseUrl) : 'that is no URL of http or https'
    throw new HarnessError('BAD_USAGE', `${COMPATIBLE_PROVIDER} needs a server and a model`, {
      expected: `--model ${COMPATIBLE_PROVIDER}/<model> --base-url <url>, e.g. http://127.0.0.1:8080/v1`,
      found: `--model ${asked}${baseUrl === undefined ? ' without --base-url' : ` --base-url ${server}`}`,
      hint: 'name the server that speaks the chat completions API',
    })
  }
  assertBase(baseUrl)
  const { openAICompletionsApi } = await import('@earendil-works/pi-ai/api/openai-completions.lazy')
  return createProvider({
    id: COMPATIBLE_PROVIDER,
    baseUrl,
    auth: {
      apiKey: {
        name: 'key of the server',
        resolve: async () => ({ auth: { apiKey: environment[COMPATIBLE_KEY] || NO_KEY } }),
      },
    },
    models: [
      {
        id: name,
        name,
        api: 'openai-completions',
        provider: COMPATIBLE_PROVIDER,
        baseUrl,
        reasoning: false,
        input: ['text'],
        cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
        contextWindow: 128_000,
        maxTokens: 4_096,
      },
    ],
    api: openAICompletionsApi(),
  })
}

/** Refuse a URL behind which the client cannot put a path, or of which it takes no user name. */
function assertBase(baseUrl: string): void {
  const { username, password, href } = new URL(baseUrl)
  const found = href.includes('?')
    ? 'a query'
    : href.includes('#')
      ? 'a fragment'
      : username + password === ''
        ? undefined
        : 'a user name or password'
  if (found === undefined) return
  throw new HarnessError('BAD_USAGE', '--base-url names where paths of the API begin', {
    where: redactUrl(baseUrl),
    expected: 'scheme, host and path, e.g. http://127.0.0.1:8080/v1',
    found: `${found} in it`,
    hint: `leave it out; a key goes into the environment as ${COMPATIBLE_KEY}`,
  })
}

/** Look for the key of a provider in the environment, by the provider's own rules. */
async function resolveKey(provider: Provider, { environment }: ModelPorts): Promise<AuthResult> {
  const { apiKey } = provider.auth
  const names = new Set<string>()
  const found = await apiKey?.resolve({
    ctx: {
      async env(name) {
        names.add(name)
        return environment[name]
      },
      // What lies in the home folder of a person is nobody's to take unasked.
      fileExists: async () => false,
    },
    signal: new AbortController().signal,
  })
  if (found !== undefined) return found
  const looked = [...names].join(' or ')
  throw new HarnessError('MODEL_KEY_MISSING', `no key for ${provider.name}`, {
    expected:
      apiKey === undefined ? 'a provider that takes a key' : `${looked || 'its key'} in the environment`,
    found: apiKey === undefined ? 'one that people log in to by a browser' : 'none',
    hint: apiKey === undefined ? `choose another provider, or ${OFFLINE}` : `set ${looked}, or ${OFFLINE}`,
  })
}

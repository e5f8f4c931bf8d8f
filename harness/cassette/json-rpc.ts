import type { CassetteAnswer } from './cassette.ts'

/** One question of a fork. */
export interface Asked {
  readonly id: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

/** Answer the questions of a body one by one, and write the body of the answers. */
export async function answerBody(
  body: string,
  answer: (asked: Asked) => CassetteAnswer | Promise<CassetteAnswer>,
): Promise<string> {
  const read = ({ id, method, params = [] }: Partial<Asked>): Asked => ({
    id,
    method: String(method),
    params,
  })
  const write = async (asked: Asked) => {
    const given = await answer(asked)
    const said = 'error' in given ? { error: { ...given.error, message: 'refused by the upstream' } } : given
    return { jsonrpc: '2.0', id: asked.id, ...said }
  }
  const asked = JSON.parse(body) as Partial<Asked> | readonly Partial<Asked>[]
  const answered = Array.isArray(asked)
    ? await Promise.all(asked.map((each: Partial<Asked>) => write(read(each))))
    : await write(read(asked as Partial<Asked>))
  return JSON.stringify(answered)
}

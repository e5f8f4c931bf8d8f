/** Answers of one node that hold as long as nothing changes its chain: only what is asked of it does, over any connection. */
export interface ReadMemory {
  /** The answer of before, or that of `ask`, which is kept unless it fails or something changes meanwhile. */
  recall<T>(question: string, ask: () => Promise<T>): Promise<T>
  /**
   * Something is asked that may change the chain, or lets it change by itself: nothing of before holds, and nothing is kept
   * until the end is called.
   */
  beginChange(): () => void
}

/** Create the memory of one node. */
export function createReadMemory(): ReadMemory {
  const answers = new Map<string, Promise<unknown>>()
  let changing = 0
  return {
    recall<T>(question: string, ask: () => Promise<T>) {
      const known = answers.get(question)
      if (known) return known as Promise<T>
      const answer = ask()
      if (changing > 0) return answer
      answers.set(question, answer)
      answer.catch(() => {
        if (answers.get(question) === answer) answers.delete(question)
      })
      return answer
    },
    beginChange() {
      answers.clear()
      changing += 1
      return () => {
        changing -= 1
      }
    },
  }
}

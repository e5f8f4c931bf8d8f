/** What `assay docs` prints. */
export const TOPICS = ['steps', 'expectations', 'codes', 'kinds'] as const

/** One of them. */
export type Topic = (typeof TOPICS)[number]

import type { DemoService } from '../demo/index.ts'

/** The demo service inside the program: loaded and started when it is first asked for, one for all books. */
export function createOwnDemo() {
  let demo: DemoService | null = null
  return {
    async started(): Promise<DemoService> {
      const { startDemoService } = await import('../demo/index.ts')
      return (demo ??= await startDemoService())
    },
    /** The world that the service answers from; null until it was started. */
    world: () => demo?.world ?? null,
    close: async (): Promise<void> => demo?.close(),
  }
}
export type OwnDemo = ReturnType<typeof createOwnDemo>

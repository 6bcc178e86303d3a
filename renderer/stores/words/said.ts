import { computed, shallowRef, type ComputedRef } from 'vue'

/** What a section's last work ended with; '' where there is nothing to say. */
interface Said {
  line: ComputedRef<string>
  /** Keeps how it is worded, not the words: after another language is chosen it speaks that one. */
  say(words: (() => string) | null): void
}

export function useSaid(): Said {
  const worded = shallowRef<(() => string) | null>(null)
  return {
    line: computed(() => worded.value?.() ?? ''),
    say: (words) => void (worded.value = words),
  }
}

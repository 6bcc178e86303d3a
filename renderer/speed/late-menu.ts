import { ref } from 'vue'

/**
 * A menu that is made when its button is about to be pressed. Floating parts are dear to make and most are never
 * opened: a screen with a few of them is there sooner without. Bind `listeners` to the button.
 */
export function useLateMenu() {
  const wanted = ref(false)
  const want = () => {
    wanted.value = true
  }
  return { wanted, listeners: { pointerdown: want, focus: want } }
}

/**
 * For a page: what of it is to be seen and stands out of the screen to the right or left, and is not in a box of its own that
 * scrolls or cuts. The document's width alone misses what is cut off.
 */
export const sidewaysOf: string = `(() => {
  const width = document.documentElement.clientWidth;
  const isApart = (element) => {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflowX !== 'visible') return true;
    }
    return false;
  };
  return [...document.body.querySelectorAll('*')]
    .filter((element) => {
      const { left, right, height } = element.getBoundingClientRect();
      if (right - left <= 1 || height <= 1) return false;
      return (right > width + 1 || left < -1) && !element.matches('.skip, svg *') && !isApart(element);
    })
    .map((element) => element.outerHTML.slice(0, 120));
})()`;

/** Keeps the total of the cart right while quantities and course are chosen; the server counts again. */
export const cartScript = `'use strict';
(() => {
  const form = document.querySelector('form[data-cart]');
  const total = document.getElementById('total');
  const count = () => {
    let sum = BigInt(form.elements.namedItem('course').value);
    let any = false;
    for (const input of form.querySelectorAll('[data-price]')) {
      const many = /^\\d$/.test(input.value) ? BigInt(input.value) : 0n;
      if (many > 0n) any = true;
      sum += BigInt(input.dataset.price) * many;
    }
    total.textContent = any ? sum.toLocaleString('en-US') + '.00' : '–';
  };
  form.addEventListener('input', count);
  count();
})();
`;

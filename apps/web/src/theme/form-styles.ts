/** Mantine's styles for ticks, choices and numbers: only pages with forms bring them. */
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';

import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Tabs } from '#components/ui/tabs.tsx';

const tabs = ['One', 'Two', 'Three'].map((label) => ({ value: label, label, content: <p>{`About ${label}`}</p> }));

it('shows one view, named by its tab', async () => {
  render(<Tabs label="Numbers" tabs={tabs} />);
  expect(screen.getByRole('tablist', { name: 'Numbers' })).toBeVisible();
  expect(screen.getByRole('tabpanel', { name: 'One' })).toHaveTextContent('About One');
  await userEvent.click(screen.getByRole('tab', { name: 'Two' }));
  expect(screen.getByRole('tab', { name: 'Two' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('tabpanel', { name: 'Two' })).toHaveTextContent('About Two');
  expect(screen.queryByText('About One')).not.toBeInTheDocument();
});

it('is one stop for the keyboard, within which arrows move in a circle', async () => {
  const user = userEvent.setup();
  render(<Tabs label="Numbers" tabs={tabs} />);
  await user.tab();
  expect(screen.getByRole('tab', { name: 'One' })).toHaveFocus();
  await user.keyboard('{ArrowLeft}');
  expect(screen.getByRole('tab', { name: 'Three' })).toHaveFocus();
  expect(screen.getByRole('tabpanel', { name: 'Three' })).toBeVisible();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'Two' })).toHaveFocus();
  await user.keyboard('{End}');
  expect(screen.getByRole('tab', { name: 'Three' })).toHaveFocus();
  await user.keyboard('{Home}');
  expect(screen.getByRole('tab', { name: 'One' })).toHaveFocus();
  await user.tab();
  expect(screen.getByRole('tablist')).not.toContainElement(document.activeElement as HTMLElement);
});

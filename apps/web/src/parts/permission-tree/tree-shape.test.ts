import { permissions, type Permission } from '@suanpan/domain/access/permissions';
import { expect, test } from 'vitest';
import { permissionsIn, stateOf, toggled, treeOf } from './tree-shape.ts';

const everything: ReadonlySet<string> = new Set(permissions);
const chosen = (...list: Permission[]): ReadonlySet<Permission> => new Set(list);

test('the tree holds every permission once, in the groups of the menu', () => {
  const held = treeOf(everything).flatMap(({ screens }) => permissionsIn(screens));
  expect([...held].sort()).toEqual([...permissions].sort());
});

test('screens and groups that offer nothing are left out', () => {
  const [group, ...others] = treeOf(new Set(['settings.roles.get', 'settings.roles.update']));
  expect(others).toEqual([]);
  expect(group).toMatchObject({ key: 'settings', screens: [{ route: 'settings.roles' }] });
  expect(group?.screens[0]?.verbs.map(({ verb }) => verb)).toEqual(['get', 'update']);
});

test('a verb brings the view of its screen along, and taking the view takes the screen', () => {
  const some = toggled(chosen(), ['settings.roles.update'], true, everything);
  expect([...some].sort()).toEqual(['settings.roles.get', 'settings.roles.update']);
  expect([...toggled(some, ['settings.roles.get'], false, everything)]).toEqual([]);
  expect([...toggled(some, ['settings.roles.update'], false, everything)]).toEqual(['settings.roles.get']);
});

test('what may not be granted is not touched, neither way', () => {
  const before = chosen('settings.roles.get', 'settings.roles.delete');
  const free = new Set(['settings.roles.get', 'settings.roles.update']);
  const on = toggled(before, ['settings.roles.create', 'settings.roles.update'], true, free);
  expect([...on].sort()).toEqual(['settings.roles.delete', 'settings.roles.get', 'settings.roles.update']);
  expect([...toggled(on, ['settings.roles.get'], false, free)]).toEqual(['settings.roles.delete']);
});

test('a box is full, empty or in between', () => {
  const pair: readonly Permission[] = ['settings.roles.get', 'settings.roles.update'];
  expect(stateOf(chosen(), pair)).toBe('none');
  expect(stateOf(chosen('settings.roles.get'), pair)).toBe('some');
  expect(stateOf(chosen(...pair), pair)).toBe('all');
});

import { ok } from '../answer.mts';
import type { Route } from './call.mts';

const login: Route = ({ service, path, body }) =>
	ok(service.login.attempt(path, body.email, body.password));

export const loginRoutes = { login, loginAtAuthenticationService: login };

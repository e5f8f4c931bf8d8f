// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPolicyCage} from "../IPolicyCage.sol";
import {IPositionManager} from "../interfaces/IPositionManager.sol";
import {BoundedRead} from "./BoundedRead.sol";
import {CageState} from "./CageState.sol";
import {Carry} from "./Carry.sol";
import {LpExposure} from "./LpExposure.sol";
import {PriceReader} from "./PriceReader.sol";
import {RateGuard} from "./RateGuard.sol";

/// @title Measuring
/// @notice What the cage holds at one moment, actual and counted, and the prices that it is judged by.
/// @dev Gifts. Each token has a *counted* balance, and each liquidity position counted liquidity and claims, never
/// above the actual ones. Only `execute`, `deposit`, `withdraw` and `absorb` move them; what arrives in between stays
/// outside net asset value, caps, drawdown and high-water mark. Losses and outflow are measured on actual
/// balances, so that gifts are guarded like the rest.
library Measuring {
    using RateGuard for RateGuard.State;

    /// @dev What an action is judged by: read once, before the calls.
    struct Terms {
        CageState.Asset asset;
        uint256 unit; // 10^scale
        uint256 price; // fresh, or else the last good one
        bool fresh;
        uint256 rate; // of a receipt
        uint256 guardedRate; // the part of it that counts
    }

    /// @dev Everything measured at one moment. Arrays are parallel to the assets; a receipt's `held` and `exposure`
    /// are its underlying's.
    struct Snapshot {
        Terms[] terms;
        uint256[] wallet; // actual balance
        uint256[] counted; // counted balance; of a debt, never below the actual one
        uint256[] held; // actual balance + receipts + positions
        uint256[] exposure; // the counted part of it
        uint256[] ids;
        Position[] positions;
        CageState.Claim[] claims;
    }

    struct Position {
        address token0;
        address token1;
        int24 tickLower;
        int24 tickUpper;
        uint256 liquidity;
        uint256 owed0;
        uint256 owed1;
    }

    /// @notice Measures now, on terms read now.
    function open(CageState.State storage self, CageState.Fixed memory fixed_)
        internal
        view
        returns (Snapshot memory s)
    {
        uint256 count = self.assets.length;
        s.terms = new Terms[](count);
        s.wallet = new uint256[](count);
        s.counted = new uint256[](count);
        for (uint256 i; i < count; ++i) {
            Terms memory t = s.terms[i];
            t.asset = self.assets[i];
            uint256 wallet = walletOf(fixed_, t.asset.token);
            s.wallet[i] = wallet;
            s.counted[i] = isDebt(t) ? Math.max(t.asset.counted, wallet) : Carry.open(t.asset.counted, wallet);
            if (t.asset.underlying == 0) {
                t.unit = 10 ** t.asset.scale;
                (t.price, t.fresh) = PriceReader.read(t.asset.feed, t.asset.maxStalenessSeconds);
                if (!t.fresh) t.price = t.asset.lastPrice;
            } else if (t.asset.kind == IPolicyCage.ReceiptKind.Vault) {
                bool ok;
                (ok, t.rate) = RateGuard.read(t.asset.token);
                // A vault that gives no rate is like a feed that gives no price.
                if (!ok) {
                    t.rate = self.rates[i].rate;
                    if (wallet != 0) s.terms[t.asset.underlying - 1].fresh = false;
                }
                t.guardedRate = self.rates[i].guarded(t.rate);
            } else {
                (t.rate, t.guardedRate) = (RateGuard.SCALE, RateGuard.SCALE);
            }
        }
        _addHoldings(self, fixed_, s, s, true);
    }

    /// @notice Measures again, on the terms of `start`.
    function close(
        CageState.State storage self,
        CageState.Fixed memory fixed_,
        Snapshot memory start,
        uint256[] memory wallet
    ) internal view returns (Snapshot memory s) {
        uint256 count = wallet.length;
        s.terms = start.terms;
        s.wallet = wallet;
        s.counted = new uint256[](count);
        for (uint256 i; i < count; ++i) {
            s.counted[i] = Carry.close(start.counted[i], start.wallet[i], wallet[i]);
        }
        _addHoldings(self, fixed_, s, start, false);
    }

    /// @dev Fills in `held`, `exposure` and positions. When `opening`, `start` is `s` itself; afterwards, the ids
    /// of `start` are a prefix of this snapshot's.
    function _addHoldings(
        CageState.State storage self,
        CageState.Fixed memory fixed_,
        Snapshot memory s,
        Snapshot memory start,
        bool opening
    ) private view {
        uint256 count = s.wallet.length;
        (s.held, s.exposure) = (new uint256[](count), new uint256[](count));
        for (uint256 i; i < count; ++i) {
            Terms memory t = s.terms[i];
            uint256 wallet = s.wallet[i];
            if (t.asset.underlying == 0) {
                s.held[i] += wallet;
                s.exposure[i] += s.counted[i];
            } else if (wallet != 0 && t.asset.kind != IPolicyCage.ReceiptKind.Debt) {
                uint256 u = t.asset.underlying - 1;
                // New shares are taken at the guarded rate: a rate that was lifted for the moment buys nothing.
                uint256 old = Math.min(wallet, start.wallet[i]);
                s.held[u] += RateGuard.toUnderlying(old, t.rate)
                + RateGuard.toUnderlying(wallet - old, t.guardedRate);
                s.exposure[u] += RateGuard.toUnderlying(s.counted[i], t.guardedRate);
            }
        }
        s.ids = self.positions;
        count = s.ids.length;
        (s.positions, s.claims) = (new Position[](count), new CageState.Claim[](count));
        for (uint256 i; i < count; ++i) {
            s.positions[i] = _position(fixed_, s.ids[i]);
            s.claims[i] = _claim(self, s, start, i, opening);
            _addPosition(self, s, s.positions[i], s.claims[i]);
        }
    }

    function _claim(
        CageState.State storage self,
        Snapshot memory s,
        Snapshot memory start,
        uint256 i,
        bool opening
    ) private view returns (CageState.Claim memory c) {
        Position memory p = s.positions[i];
        Position memory before;
        if (opening) {
            before = p;
            c = self.claims[s.ids[i]];
            c.liquidity = uint128(Carry.open(c.liquidity, p.liquidity));
            c.owed0 = uint128(Carry.open(c.owed0, p.owed0));
            c.owed1 = uint128(Carry.open(c.owed1, p.owed1));
        } else if (i < start.ids.length) {
            before = start.positions[i];
            CageState.Claim memory old = start.claims[i];
            (c.liquidity, c.owed0, c.owed1) = (old.liquidity, old.owed0, old.owed1);
        }
        c.liquidity = uint128(Carry.close(c.liquidity, before.liquidity, p.liquidity));
        c.owed0 = uint128(Carry.close(c.owed0, before.owed0, p.owed0));
        c.owed1 = uint128(Carry.close(c.owed1, before.owed1, p.owed1));
    }

    function _addPosition(
        CageState.State storage self,
        Snapshot memory s,
        Position memory p,
        CageState.Claim memory c
    ) private view {
        uint256 index0 = self.assetIndex[p.token0];
        uint256 index1 = self.assetIndex[p.token1];
        Terms memory t0;
        Terms memory t1;
        if (index0 != 0) t0 = s.terms[index0 - 1];
        if (index1 != 0) t1 = s.terms[index1 - 1];
        (uint256 amount0, uint256 amount1, uint256 counted0, uint256 counted1) = LpExposure.holdings(
            [t0.price, t0.unit, t1.price, t1.unit], [p.tickLower, p.tickUpper], [p.liquidity, c.liquidity]
        );
        if (index0 != 0) {
            s.held[index0 - 1] += amount0 + p.owed0;
            s.exposure[index0 - 1] += counted0 + c.owed0;
        }
        if (index1 != 0) {
            s.held[index1 - 1] += amount1 + p.owed1;
            s.exposure[index1 - 1] += counted1 + c.owed1;
        }
    }

    /// @dev A burned position reads as an empty one.
    function _position(CageState.Fixed memory fixed_, uint256 tokenId)
        private
        view
        returns (Position memory p)
    {
        (bool ok, bytes memory data) = BoundedRead.read(
            fixed_.positionManager, abi.encodeCall(IPositionManager.positions, (tokenId)), 12
        );
        if (!ok) return p;
        uint256[12] memory words = abi.decode(data, (uint256[12]));
        (p.token0, p.token1) = (address(uint160(words[2])), address(uint160(words[3])));
        (p.tickLower, p.tickUpper) = (int24(int256(words[5])), int24(int256(words[6])));
        (p.liquidity, p.owed0, p.owed1) = (words[7], words[10], words[11]);
    }

    /// @notice Actual balance; native currency counts as wrapped. A token whose balance cannot be read is worth 0.
    function walletOf(CageState.Fixed memory fixed_, address token) internal view returns (uint256 balance) {
        (, balance) = BoundedRead.readUint(token, abi.encodeCall(IERC20.balanceOf, (address(this))));
        if (token == fixed_.wrappedNative) balance += address(this).balance;
    }

    /// @notice Whether the token is owed, not owned.
    function isDebt(Terms memory t) internal pure returns (bool) {
        return t.asset.kind == IPolicyCage.ReceiptKind.Debt;
    }
}
